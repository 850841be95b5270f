import { onConversion } from "../divi/conversion";
import { isShown } from "../divi/form-check";
import { diviSettings, diviText } from "../divi/legacy";
import { onWaypoint, usualOffset } from "../divi/waypoint";
import { getCookie, setCookie } from "../runtime/cookies";
import { whenLoaded } from "../runtime/loaded";
import { placeSubjects } from "./subjects";
import {
	isActive,
	keyOf,
	record,
	type SplitTest,
	testOfKey,
	testsOfPage,
	YEAR,
} from "./tests";

/** Split testing: what a visitor does with a goal is recorded once (contract "divi-client", section 6.20). */

const SHOP_LOG = "et_pb_ab_shop_log";
/** Time in the viewport until a goal counts as read, in milliseconds. */
const READ = 3000;
/** Goals that count when they are sent, not when they are clicked. */
const FORMS = ".et_pb_contact_form_container, .et_pb_newsletter";

let hasStarted = false;

export function mount(): void {
	if (hasStarted) return;
	hasStarted = true;
	if (isActive()) start();
	convertShop();
	convertShortcodes();
}

async function start(): Promise<void> {
	if (diviText("is_cache_plugin_active") === "yes") {
		await placeSubjects(testsOfPage());
	}
	const tests = testsOfPage();
	for (const test of tests) watch(test);
	onConversion((element) => {
		for (const test of tests) {
			if (element.closest(goalOf(test))) record(test, "con_goal");
		}
	});
}

const goalOf = ({ post }: SplitTest) =>
	`.${CSS.escape(`et_pb_ab_goal_id-${post}`)}`;

function watch(test: SplitTest): void {
	const bounce = Number.parseFloat(String(diviSettings().ab_bounce_rate)) || 5;
	setTimeout(() => record(test, "read_page"), bounce * 1000);
	if (diviText("is_shortcode_tracking") === "on") {
		setCookie(`et_pb_ab_shortcode_track_${test.post}`, keyOf(test), YEAR);
	}
	convertComment(test);
	for (const goal of document.querySelectorAll<HTMLElement>(goalOf(test))) {
		whenLoaded(() => watchSight(test, goal));
		watchClick(test, goal);
	}
}

/** Seen at 80 % of the viewport; read when it is still in sight some seconds later. */
function watchSight(test: SplitTest, goal: Element): void {
	let isSeen = false;
	const stop = onWaypoint(goal, usualOffset(goal, "80%"), () => {
		if (isSeen || !isInSight(goal)) return;
		isSeen = true;
		stop();
		record(test, "view_goal");
		setTimeout(() => {
			if (isInSight(goal)) record(test, "read_goal");
		}, READ);
	});
}

function isInSight(element: Element): boolean {
	const { top, bottom, left, right } = element.getBoundingClientRect();
	return (
		isShown(element) &&
		bottom > 0 &&
		top < innerHeight &&
		right > 0 &&
		left < innerWidth
	);
}

function watchClick(test: SplitTest, goal: Element): void {
	if (goal.matches(".et_pb_comments_module")) {
		goal.addEventListener("click", ({ target }) => {
			if (!(target as Element).closest('[type="submit"], .et_pb_button'))
				return;
			setCookie(commentLog(test), "true", YEAR);
		});
	}
	if (goal.matches(FORMS)) return;
	const button = goal.querySelector(".et_pb_button");
	(button ?? goal).addEventListener("click", () => {
		record(test, "click_goal");
		if (goal.matches(".et_pb_shop, [class*='et_pb_wc_']")) {
			setCookie(SHOP_LOG, keyOf(test), YEAR);
		}
	});
}

const commentLog = ({ post, test }: SplitTest) =>
	`et_pb_ab_comment_log_${post}${test}`;

/** The address of a page with a fresh comment names it. */
function convertComment(test: SplitTest): void {
	if (!location.href.includes("#comment-")) return;
	const name = commentLog(test);
	if (getCookie(name) !== "true") return;
	record(test, "con_goal");
	setCookie(name, "", 0);
}

/** A page that says that something was bought. */
function convertShop(): void {
	if (!document.querySelector(".et_pb_ab_shop_conversion")) return;
	const test = testOfKey(getCookie(SHOP_LOG) ?? "");
	if (!test) return;
	record(test, "con_goal");
	setCookie(SHOP_LOG, "", 0);
}

/** A page that holds the tracking shortcode of a test. */
function convertShortcodes(): void {
	for (const track of document.querySelectorAll<HTMLElement>(
		".et_pb_ab_split_track[data-test_id]",
	)) {
		const name = `et_pb_ab_shortcode_track_${track.dataset.test_id}`;
		const test = testOfKey(getCookie(name) ?? "");
		if (!test) continue;
		record(test, "con_short");
		setCookie(name, "", 0);
	}
}
