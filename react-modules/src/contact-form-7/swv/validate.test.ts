import { expect, test } from "vitest";
import type { SwvRule } from "../wpcf7";
import { FormDataTree } from "./form-data-tree";
import { validate } from "./validate";

const file = (name: string, size = 3) => new File(["x".repeat(size)], name);

type Value = string | File;

/** Whether values of one field pass one rule. */
function passes(rule: Omit<SwvRule, "field">, ...values: Value[]): boolean {
	const data = new FormDataTree(values.map((value) => ["f", value] as const));
	const rules = [{ field: "f", error: "no", ...rule }];
	return validate({ rules }, data).get("f")?.error === undefined;
}

// Contract "contact-form-7", sections 11 and 20.7.
test.each<[string, Omit<SwvRule, "field">, Value[], Value[]]>([
	[
		"email",
		{ rule: "email" },
		["a@b.co", "ab@c.d", "a.@b.co", "a@b.c1", " a@b.co ", ""],
		[
			"a@b.c",
			"a@1.2",
			"a@localhost",
			"a@b_c.de",
			"a@bü.de",
			'"a"@b.co',
			"a@b@c.de",
			"@abc.de",
			"a@-b.de",
			"a@b..de",
			"a@b.de.",
		],
	],
	[
		"url",
		{ rule: "url" },
		["http://a.b", "HTTP://a.b", "tel:1", "mailto:a@b.co", ""],
		["a.b", "javascript:alert(1)", "http://", "//a.b"],
	],
	[
		"tel",
		{ rule: "tel" },
		[
			"600111222",
			"+34 600 111 222",
			"0034600111222",
			"123456",
			"+12345",
			"(0)12/34.56-78",
			"600111222 *3",
			"600\u00a0111\u00a0222",
		],
		[
			"12345",
			"1234567890123456",
			"+1234",
			"123456 ext 9",
			"+",
			"６００１１１２２２",
		],
	],
	[
		"number",
		{ rule: "number" },
		["1", "-1", "1.5", ".5", "1e3", "-1.5E-3", ""],
		["1.", "a", "1,5", "--1", "0x1"],
	],
	[
		"date",
		{ rule: "date" },
		["2026-11-21", "12026-01-01"],
		["2026-13-01", "2023-02-29", "21.11.2026", "2026-1-1"],
	],
	["time", { rule: "time" }, ["23:59", "00:00:59"], ["24:00", "1:00", "00:60"]],
	["enum", { rule: "enum", accept: ["uno", "dos"] }, ["uno"], ["Uno", "tres"]],
	[
		"dayofweek",
		{ rule: "dayofweek", accept: ["6"] },
		["2026-11-21T", "2026-11-21"],
		["2026-11-20"],
	],
	[
		"minlength",
		{ rule: "minlength", threshold: 3 },
		["", "abc", "a\u{1F600}"],
		["ab"],
	],
	["maxlength", { rule: "maxlength", threshold: 3 }, ["abc"], ["abcd"]],
	[
		"minnumber",
		{ rule: "minnumber", threshold: "1.5" },
		["1.5", "x", ""],
		["1.4"],
	],
	["maxnumber", { rule: "maxnumber", threshold: "2" }, ["2", "x"], ["2.1"]],
	[
		"mindate",
		{ rule: "mindate", threshold: "2026-01-01" },
		["2026-01-01", "x"],
		["2025-12-31"],
	],
	[
		"maxdate",
		{ rule: "maxdate", threshold: "2026-01-01" },
		["2026-01-01", "x"],
		["2026-01-02"],
	],
	[
		"file",
		{ rule: "file", accept: [".jpg", "image/*", "application/pdf"] },
		[file("a.JPG"), file("b.png"), file("c.pdf")],
		[file("a.exe"), file("jpg"), file("a.jpg.txt")],
	],
	[
		"maxfilesize",
		{ rule: "maxfilesize", threshold: 4 },
		[file("a", 4)],
		[file("a", 5)],
	],
	[
		"minfilesize",
		{ rule: "minfilesize", threshold: 4 },
		[file("a", 4)],
		[file("a", 3)],
	],
	[
		"stepnumber",
		{ rule: "stepnumber", base: "0.1", interval: 0.2 },
		["0.3", "0.5", "x"],
		["0.4"],
	],
])("%s", (_, rule, good, bad) => {
	for (const value of good)
		expect([value, passes(rule, value)]).toEqual([value, true]);
	for (const value of bad)
		expect([value, passes(rule, value)]).toEqual([value, false]);
});

test("required looks at what is left without blanks; requiredfile at files", () => {
	expect(passes({ rule: "required" }, " ", "")).toBe(false);
	expect(passes({ rule: "required" }, " ", "a")).toBe(true);
	expect(passes({ rule: "requiredfile" })).toBe(false);
	expect(passes({ rule: "requiredfile" }, file("a"))).toBe(true);
});

test("counts items", () => {
	expect(passes({ rule: "maxitems", threshold: 1 }, "a", "b")).toBe(false);
	expect(passes({ rule: "minitems", threshold: 2 }, "a")).toBe(false);
	expect(passes({ rule: "minitems", threshold: "x" }, "a")).toBe(true);
});

test("composite rules: the failing child's own error wins", () => {
	const child = (rule: string, error?: string): SwvRule => ({
		rule,
		field: "f",
		...(error ? { error } : {}),
	});
	const run = (rule: SwvRule) =>
		validate({ rules: [rule] }, new FormDataTree([["f", "x"]])).get("f")?.error;
	const both = [child("email", "mail"), child("number", "zahl")];
	expect(run({ rule: "all", field: "f", error: "own", rules: both })).toBe(
		"mail",
	);
	const silent = [child("email")];
	expect(run({ rule: "all", field: "f", error: "own", rules: silent })).toBe(
		"own",
	);
	expect(run({ rule: "any", field: "f", error: "own", rules: both })).toBe(
		"own",
	);
	const one = [child("email"), child("required")];
	expect(
		run({ rule: "any", field: "f", error: "own", rules: one }),
	).toBeUndefined();
});

test("the first error of a field stays; brackets belong to one field; unknown rules and fields are left alone", () => {
	const data = new FormDataTree([
		["a[]", "1"],
		["a[x]", "2"],
		["b", ""],
	]);
	const rules = [
		{ rule: "none-such", field: "a", error: "never" },
		{ rule: "maxitems", field: "a", threshold: 1, error: "first" },
		{ rule: "enum", field: "a", accept: [], error: "second" },
		{ rule: "constructor", field: "b", error: "never" },
	];
	const results = validate({ rules }, data);
	expect(results.get("a")).toEqual({ error: "first" });
	expect(results.get("b")).toEqual({ values: [] });
	expect(results.has("c")).toBe(false);
});
