#!/usr/bin/env python3
"""The tools that guard the repository must themselves be able to fail."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent


def run(tool, *arguments):
    return subprocess.run([sys.executable, HERE / tool, *arguments], capture_output=True, text=True)


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)


class CheckSource(Tree):
    def offences(self):
        return run("check_source", self.root).stdout

    def test_an_include_may_point_up(self):
        self.write("src/base/id.hpp", "")
        self.write("src/world/world.cpp", '#include "base/id.hpp"\n')
        result = run("check_source", self.root)
        self.assertEqual((result.returncode, result.stdout), (0, "2 files, 0 offences\n"))

    def test_an_include_may_not_point_down(self):
        self.write("src/world/step.hpp", "")
        self.write("src/base/id.cpp", '#include "world/step.hpp"\n')
        self.assertEqual(run("check_source", self.root).returncode, 1)
        self.assertIn("src/base/id.cpp:1: base may not include world", self.offences())

    def test_the_core_needs_no_laboratory_solver(self):
        self.write("src/solvers/pgs/pgs.hpp", "")
        self.write("src/world/step.cpp", '#include "solvers/pgs/pgs.hpp"\n')
        self.assertIn("belongs to the laboratory", self.offences())

    def test_a_file_has_at_most_600_lines(self):
        self.write("src/lab/long.cpp", "\n" * 601)
        self.assertIn("601 lines", self.offences())

    def test_library_functions_are_kept_out_of_the_sources(self):
        for number, call in enumerate(["std::sin(x)", "hypot(x, x)", "std::pow (x, 2)", "sinf(x)", "std::fma(x, x, x)"]):
            self.write(f"src/math/angle{number}.cpp", f"float f(float x) {{ return {call}; }}  // why\n")
            self.write(f"src/solvers/newton/step{number}.cpp", f"float f(float x) {{ return {call}; }}\n")
            self.assertIn(f"src/math/angle{number}.cpp:1: not the same bits", self.offences())
            self.assertIn(f"src/solvers/newton/step{number}.cpp:1: not the same bits", self.offences())

    def test_a_reason_a_text_a_comment_and_a_member_are_no_offence(self):
        self.write("src/lab/plot.cpp", "float f(float x) { return std::sin(x); }  // same-bits: drawn only\n"
                   'auto text = "y = sin(x) // " + table.log(x) + cosine(x);  // as sin(x)\n')
        self.write("tests/math/sine_test.cpp", "auto expected = std::sin(1.0);\n")
        self.assertEqual(self.offences(), "2 files, 0 offences\n")

    def test_hash_tables_are_kept_out_of_the_core(self):
        self.write("src/world/pairs.cpp", "std::unordered_map<int, int> pairs;\n")
        self.write("src/scene/names.cpp", "std::unordered_map<std::string, int> names;\n")
        self.assertIn("src/world/pairs.cpp:1: not the same bits", self.offences())
        self.assertNotIn("names.cpp", self.offences())


class ExtractSnippets(Tree):
    def programs(self, page):
        self.write("page.md", page)
        result = run("extract_snippets", self.root / "out", self.root / "page.md")
        self.assertEqual(result.returncode, 0, result.stderr)
        return [path.read_text() for path in sorted((self.root / "out").glob("page_*"))]

    def test_a_block_becomes_the_body_of_a_main(self):
        program, = self.programs("Text\n```cpp\n#include <vector>\nWorld world;\n```\n")
        self.assertIn("#include <cairn/cairn.hpp>", program)
        self.assertLess(program.index("#include <vector>"), program.index("int main() {"))
        self.assertLess(program.index("int main() {"), program.index("World world;"))
        self.assertIn("#line 3 ", program)

    def test_a_program_stays_as_it_is(self):
        program, = self.programs("```cpp\nint main() {\n    return 1;\n}\n```\n")
        self.assertEqual(program.count("int main"), 1)

    def test_a_continued_block_sees_the_variables_of_the_last(self):
        program, = self.programs("```cpp\nint a = 1;\n```\nthen\n```cpp continued\na = 2;\n```\n")
        self.assertLess(program.index("int a = 1;"), program.index("a = 2;"))

    def test_hidden_code_precedes_its_block(self):
        program, = self.programs("<!-- cpp\nWorld world;\n-->\n```cpp\nworld.step(0.01f);\n```\n")
        self.assertLess(program.index("World world;"), program.index("world.step"))

    def test_a_scope_block_stands_outside_the_function(self):
        program, = self.programs("```cpp scope\nvoid f() {}\n```\n```cpp\nf();\n```\n")
        self.assertLess(program.index("void f() {}"), program.index("int main"))

    def test_other_languages_are_left_alone(self):
        self.assertEqual(self.programs("```json\n{}\n```\n```\n./run\n```\n"), [])

    def test_an_unknown_word_and_an_open_block_are_errors(self):
        for page in ("```cpp ignore\n```\n", "```cpp\nint a;\n"):
            self.write("page.md", page)
            self.assertNotEqual(run("extract_snippets", self.root / "out", self.root / "page.md").returncode, 0)


class CheckLinks(Tree):
    def of(self, text):
        self.write("other.md", "# Other\n## How do I, well, *go*?\n")
        self.write("page.md", text)
        result = run("check_links", self.root / "page.md")
        return result.returncode, result.stdout

    def test_files_and_headings_that_exist_are_found(self):
        text = "# Page\n[a](other.md) [b](other.md#how-do-i-well-go) [c](#page) [d](https://nowhere.example/x)\n"
        self.assertEqual(self.of(text), (0, "3 links, 0 of them dead\n"))

    def test_dead_ones_are_named(self):
        for text, wrong in (("[a](gone.md)", "1: there is no gone.md"),
                            ("\n[a](other.md#gone)", "2: there is no heading #gone in other.md"),
                            ("# Page\n[a](#pages)", "2: there is no heading #pages in page.md")):
            status, output = self.of(text)
            self.assertEqual(status, 1)
            self.assertIn(wrong, output)

    def test_code_holds_no_links(self):
        self.assertIn("1 links", self.of("[a](other.md) `[b](gone.md)`\n```cpp\nf[0](gone);\n```\n")[1])


unittest.main()
