"""Reads a friction problem of FCLIB (HDF5), independently of Cairn, and writes it in Siconos' text format.

usage: fclib_problem.py FILE.hdf5 FILE.dat          needs python3-h5py
"""
import sys

import h5py
import numpy as np


def matrix(group):
    """Dense; nz = -2 means compressed rows, -1 compressed columns, otherwise so many triplets."""
    rows, columns, kind = (int(group[name][0]) for name in ("m", "n", "nz"))
    start, inner, values = (np.array(group[name]) for name in ("p", "i", "x"))
    if kind >= 0:
        row, column, values = inner[:kind], start[:kind], values[:kind]
    else:
        outer = np.repeat(np.arange(rows if kind == -2 else columns), np.diff(start))
        inner, values = inner[:len(outer)], values[:len(outer)]
        row, column = (outer, inner) if kind == -2 else (inner, outer)
    full = np.zeros((rows, columns))
    np.add.at(full, (row, column), values)
    return full


def read(path):
    """(W, q, mu) of the reduced problem u = W r + q; M v = H r + f and u = H' v + w where the file is global."""
    with h5py.File(path, "r") as file:
        if "fclib_local" in file:
            local = file["fclib_local"]
            return matrix(local["W"]), np.array(local["vectors/q"]), np.array(local["vectors/mu"])
        whole = file["fclib_global"]
        mass, across = matrix(whole["M"]), matrix(whole["H"])
        response = np.linalg.solve(mass, np.column_stack((across, np.array(whole["vectors/f"]))))
        q = across.T @ response[:, -1] + np.array(whole["vectors/w"])
        return across.T @ response[:, :-1], q, np.array(whole["vectors/mu"])


def write(path, problem):
    """Sparse 3x3 blocks, as Siconos' own files of such sizes are."""
    w, q, mu = problem
    count = len(mu)
    blocks = [(i, j) for i in range(count) for j in range(count) if w[3 * i:3 * i + 3, 3 * j:3 * j + 3].any()]
    first = [sum(1 for i, _ in blocks if i < k) for k in range(count + 1)]
    ends = " ".join(str(3 * (i + 1)) for i in range(count))
    lines = ["3", str(count), "1", str(3 * count), str(3 * count), str(len(blocks)), str(count), str(count), ends, ends,
             str(count + 1), str(len(blocks)), " ".join(map(str, first)), " ".join(str(j) for _, j in blocks)]
    for number, (i, j) in enumerate(blocks):
        values = w[3 * i:3 * i + 3, 3 * j:3 * j + 3].T.ravel()
        lines += [str(number), " ".join(repr(float(v)) for v in values)]
    lines += [" ".join(repr(float(v)) for v in q), " ".join(repr(float(v)) for v in mu), "0", ""]
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    write(sys.argv[2], read(sys.argv[1]))
