import { expect, test } from "vitest";
import { module as example } from "../../../tests-contract/example/react-modules/example/register";
import { modules } from "../modules";
import { start } from "./start";

test("a column's module takes part by its folder and one line", async () => {
	document.body.innerHTML =
		'<div class="example-notes"><p>Notes</p><ul>\n<li>Two</li>\n<li>One</li>\n</ul></div>';
	const notes = document.querySelector(".example-notes") as Element;
	await start([...modules, example]);
	notes.querySelector("p")?.click();
	expect(notes.classList.contains("is-folded")).toBe(true);
	expect(notes.querySelectorAll("li")).toHaveLength(2);
});
