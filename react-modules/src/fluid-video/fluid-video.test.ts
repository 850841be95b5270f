import { expect, test } from "vitest";
import { mount } from ".";

test("a player fills the width in its proportions, once", () => {
	document.head.innerHTML = "";
	document.body.innerHTML = `<div id="main-content"><div class="et_pb_module et_pb_code_0">
		<iframe width="560" height="315" src="https://www.youtube.com/embed/x?feature=oembed"></iframe>
		<iframe name="mine" width="400" height="300" src="https://player.vimeo.com/video/1"></iframe>
		<div class="fitvidsignore"><iframe width="4" height="3" src="https://www.youtube.com/embed/y"></iframe></div></div></div>`;
	const players = [...document.querySelectorAll("iframe")];
	for (const player of players) mount(player);
	for (const player of players) mount(player);
	const wrappers = document.querySelectorAll<HTMLElement>(
		".fluid-width-video-wrapper",
	);
	expect([...wrappers].map(({ style }) => style.paddingTop)).toEqual([
		"56.25%",
		"75%",
	]);
	expect(players.map((player) => player.getAttribute("name"))).toEqual([
		"fitvid0",
		"mine",
		null,
	]);
	expect(players[0]?.hasAttribute("width")).toBe(false);
	expect(players[2]?.getAttribute("width")).toBe("4");
	expect(document.querySelectorAll("#fit-vids-style")).toHaveLength(1);
});
