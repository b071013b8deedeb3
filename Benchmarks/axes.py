def measure(report, setting):
    pass

measure_windows = measure
