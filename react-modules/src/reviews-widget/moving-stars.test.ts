import { beforeEach, expect, test, vi } from "vitest";
import { FakeIntersectionObserver } from "../testing/browser";
import { startStars } from "./moving-stars";

const STARS = '<p><span class="all-stars animate"></span></p>';

beforeEach(() => {
	FakeIntersectionObserver.all = [];
	vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);
	return () => vi.unstubAllGlobals();
});

test("stars move when they are seen, or at once", () => {
	document.body.innerHTML = `<div class="google-business-reviews-rating">${STARS}</div>
		<div class="google-business-reviews-rating" data-animate="immediate">${STARS}</div>${STARS}`;
	startStars();
	const [seen, soon, foreign] = document.querySelectorAll(".all-stars");
	const moving = () => [...document.querySelectorAll(".animation-start")];
	expect(moving()).toEqual([soon]);
	const { all } = FakeIntersectionObserver;
	expect(
		all.some(({ observed }) => observed.includes(foreign as Element)),
	).toBe(false);
	const own = all.find(({ observed }) => observed.includes(seen as Element));
	own?.callback([{ isIntersecting: false }]);
	expect(moving()).toEqual([soon]);
	own?.come();
	expect(moving()).toEqual([seen, soon]);
});
