import { isBuilder } from "../divi/builder";
import { diviSettings, diviText } from "../divi/legacy";
import { getCookie, setCookie } from "../runtime/cookies";

/** The split tests of a page, and what of them is recorded (contract "divi-client", section 6.20). */

/** A test as the server names it; ids from cookies are texts. */
export interface SplitTest {
	readonly post: number | string;
	readonly test: string;
	/** The variant that this page shows; false when it shows none. */
	readonly subject: string | false;
}

export type Goal =
	| "read_page"
	| "view_goal"
	| "read_goal"
	| "click_goal"
	| "con_goal"
	| "con_short";

/** Lifetime of the cookies, in days. */
export const YEAR = 365;
/** These two count once for a visitor, whatever the variant. */
const WITHOUT_SUBJECT: readonly Goal[] = ["click_goal", "con_short"];

export const isActive = (): boolean =>
	Boolean(diviSettings().is_ab_testing_active) && !isBuilder();

/** The page's tests, each with the variant that shows. */
export function testsOfPage(): SplitTest[] {
	const { ab_tests } = diviSettings();
	if (!Array.isArray(ab_tests)) return [];
	return ab_tests.map(({ post_id, test_id }) => ({
		post: post_id,
		test: String(test_id),
		subject: subjectOf(post_id),
	}));
}

function subjectOf(post: number | string): string | false {
	const start = `et_pb_ab_subject_id-${post}_`;
	const element = document.querySelector(`[class*="${CSS.escape(start)}"]`);
	for (const token of element?.classList ?? []) {
		if (token.startsWith(start)) return token.slice(start.length);
	}
	return false;
}

/** A test as helper cookies keep it. */
export const keyOf = ({ post, subject, test }: SplitTest): string =>
	`${post}_${subject}_${test}`;

export function testOfKey(key: string): SplitTest | undefined {
	const [post, subject, test] = key.split("_");
	if (!post || subject === undefined || test === undefined) return undefined;
	return { post, subject, test };
}

/** Records a goal, once for each visitor. The page may be left meanwhile. */
export function record(test: SplitTest, goal: Goal): void {
	const { post, subject } = test;
	const end =
		WITHOUT_SUBJECT.includes(goal) || subject === false ? "" : subject;
	const cookie = `et_pb_ab_${goal}_${post}${test.test}${end}`;
	if (getCookie(cookie) === "true") return;
	setCookie(cookie, "true", YEAR);
	ask("et_pb_update_stats_table", {
		stats_data_array: JSON.stringify({
			test_id: post,
			subject_id: subject,
			record_type: goal,
		}),
		et_ab_log_nonce: diviText("et_ab_log_nonce"),
	}).catch(() => {
		// A failed record is ignored: statistics do not affect the page.
	});
}

export const ask = (
	action: string,
	fields: Readonly<Record<string, string>>,
): Promise<Response> =>
	fetch(diviText("ajaxurl"), {
		method: "POST",
		body: new URLSearchParams({ action, ...fields }),
		headers: { "X-Requested-With": "XMLHttpRequest" },
		credentials: "same-origin",
		keepalive: true,
	});
