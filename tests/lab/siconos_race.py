#!/usr/bin/env python3
"""Times to a tolerance, ours against Siconos' best of NSGS and NSN_AC, on the same machine in the same run.

usage: siconos_race.py CAIRN FILE... [--tolerance 1e-4] [--solvers robust,newton,si]
FILE: .dat, or .hdf5 where python3-h5py is installed.
"""
import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def siconos(path, tolerance):
    """(milliseconds, solver) of the fastest that converged, or (None, reason)."""
    best = (None, "neither converged")
    for name in ("NSGS", "NSN_AC"):
        command = [sys.executable, os.path.join(HERE, "siconos_reference.py"), path, name, str(tolerance), "5"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode == 77:
            sys.exit(f"Siconos (or, for .hdf5, h5py) is not installed for {sys.executable}")
        if run.returncode != 0:
            continue
        # Siconos writes messages of its own to standard output; ours are the last two lines.
        status, _, seconds = run.stdout.strip().split("\n")[-2].split()
        if int(status) == 0 and (best[0] is None or 1e3 * float(seconds) < best[0]):
            best = (1e3 * float(seconds), name)
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cairn")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--tolerance", type=float, default=1e-4)
    parser.add_argument("--solvers", default="robust,newton,si")
    arguments = parser.parse_args()
    lost = 0
    print(f"{'problem':46} {'ours ms':>10} {'solver':8} {'Siconos ms':>11} {'solver':18} faster")
    for path in arguments.files:
        command = [arguments.cairn, "solve", path, "--solvers", arguments.solvers, "--csv", "/dev/stdout",
                   "--tolerance", str(arguments.tolerance), "--iterations", "1000000", "--repeats", "5"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
        head = next(index for index, line in enumerate(lines) if line.startswith("problem,"))
        names = lines[head].split(",")
        ours = (None, "none")
        for line in lines[head + 1:]:
            row = dict(zip(names, line.split(",")))
            if row.get("status") == "converged" and (ours[0] is None or float(row["ms"]) < ours[0]):
                ours = (float(row["ms"]), row["solver"])
        theirs = siconos(path, arguments.tolerance)
        won = ours[0] is not None and (theirs[0] is None or ours[0] < theirs[0])
        lost += not won
        ratio = f"{theirs[0] / ours[0]:.1f}x" if ours[0] and theirs[0] else "-"
        show = lambda value: "-" if value is None else f"{value:.4f}"
        print(f"{os.path.basename(path):46} {show(ours[0]):>10} {ours[1]:8} {show(theirs[0]):>11} {theirs[1]:18} {ratio}",
              flush=True)
    print(f"slower on {lost} of {len(arguments.files)}")
    return 1 if lost else 0


sys.exit(main())
