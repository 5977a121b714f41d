#!/usr/bin/env python3
"""Solves a friction problem (.dat or FCLIB .hdf5) with Siconos itself; prints status, error, seconds and the reaction.

usage: siconos_reference.py FILE SOLVER TOLERANCE [REPEATS]     SOLVER: NSGS, NSN_AC, NSN_FB, PROX, SOCLCP_VI...
Exit status 77 means that Siconos is not installed (for .hdf5: or h5py).
"""
import os
import sys
import tempfile
import time

try:
    import numpy as np
    import siconos.numerics as sn
except ImportError:
    sys.exit(77)


def as_text(path, folder):
    """The problem as a file that Siconos' Python can read: it was built without FCLIB."""
    if not path.endswith(".hdf5"):
        return path
    try:
        import fclib_problem
    except ImportError:
        sys.exit(77)
    text = os.path.join(folder, "problem.dat")
    fclib_problem.write(text, fclib_problem.read(path))
    return text


def main():
    with tempfile.TemporaryDirectory() as folder:
        solve(as_text(sys.argv[1], folder))


def solve(path):
    name, tolerance = sys.argv[2], float(sys.argv[3])
    repeats = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    sn.numerics_set_verbose(0)
    best = None
    for _ in range(repeats):
        problem = sn.frictionContact_new_from_filename(path)
        size = 3 * problem.numberOfContacts
        reaction, velocity = np.zeros(size), np.zeros(size)
        options = sn.SolverOptions(getattr(sn, "SICONOS_FRICTION_3D_" + name))
        options.dparam[0] = tolerance
        options.iparam[0] = 500 if name.startswith("NSN") else 20000
        start = time.perf_counter()
        status = sn.fc3d_driver(problem, reaction, velocity, options)
        seconds = time.perf_counter() - start
        best = seconds if best is None else min(best, seconds)
        if seconds > 1.0:
            break
    print(int(status), float(options.dparam[1]), best)
    print(" ".join(repr(float(value)) for value in reaction))


main()
