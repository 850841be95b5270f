import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { convert } from "../divi/conversion";

const sent = vi.fn();
const types = () =>
	sent.mock.calls
		.map(([body]) => new URLSearchParams(body).get("stats_data_array"))
		.filter((record) => record !== null);
const names = () =>
	document.cookie
		.split("; ")
		.map((cookie) => cookie.split("=")[0])
		.sort();
let answer: () => Response = () => new Response("");

async function start(html: string, settings: object = {}) {
	vi.resetModules();
	document.body.innerHTML = html;
	window.et_pb_custom = {
		ajaxurl: "http://s/ajax",
		et_ab_log_nonce: "n1",
		et_frontend_nonce: "n2",
		is_ab_testing_active: "1",
		ab_tests: [{ post_id: 5, test_id: "77" }],
		ab_bounce_rate: "1",
		is_cache_plugin_active: "no",
		is_shortcode_tracking: "on",
		...settings,
	};
	const module = await import(".");
	module.mount();
	await vi.advanceTimersByTimeAsync(50);
}

const GOAL =
	'<div class="et_pb_module et_pb_ab_subject et_pb_ab_subject_id-5_2">A</div><a class="et_pb_button et_pb_ab_goal et_pb_ab_goal_id-5">Ir</a>';

beforeEach(() => {
	vi.useFakeTimers({
		toFake: ["setTimeout", "Date", "requestAnimationFrame"],
	});
	vi.stubGlobal("fetch", async (_: string, options: RequestInit) => {
		sent(String(options.body));
		return answer();
	});
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({
		top: 10,
		bottom: 50,
		left: 10,
		right: 50,
		height: 40,
	} as DOMRect);
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	sent.mockReset();
	answer = () => new Response("");
	for (const name of names()) {
		// biome-ignore lint/suspicious/noDocumentCookie: a test.
		document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:01 GMT; path=/`;
	}
});

test("the goals of one visit: seen, page read, goal read, clicked; each once", async () => {
	await start(GOAL);
	await vi.advanceTimersByTimeAsync(4000);
	(document.querySelector(".et_pb_ab_goal") as HTMLElement).click();
	(document.querySelector(".et_pb_ab_goal") as HTMLElement).click();
	expect(types()).toEqual(
		["view_goal", "read_page", "read_goal", "click_goal"].map(
			(type) => `{"test_id":5,"subject_id":"2","record_type":"${type}"}`,
		),
	);
	expect(sent.mock.calls[0]?.[0]).toMatch(
		/^action=et_pb_update_stats_table&stats_data_array=.*&et_ab_log_nonce=n1$/,
	);
	expect(names()).toEqual([
		"et_pb_ab_click_goal_577",
		"et_pb_ab_read_goal_5772",
		"et_pb_ab_read_page_5772",
		"et_pb_ab_shortcode_track_5",
		"et_pb_ab_view_goal_5772",
	]);
	sent.mockReset();
	await start(GOAL);
	await vi.advanceTimersByTimeAsync(4000);
	expect(types()).toEqual([]);
});

test("a form that is the goal counts when it is sent, not when it is clicked", async () => {
	await start(
		'<div class="et_pb_contact_form_container et_pb_ab_goal et_pb_ab_goal_id-5"><b></b></div>',
	);
	const form = document.querySelector(".et_pb_ab_goal") as HTMLElement;
	form.click();
	const { convert: tell } = await import("../divi/conversion");
	tell(form);
	expect(types().at(-1)).toBe(
		'{"test_id":5,"subject_id":false,"record_type":"con_goal"}',
	);
	expect(types().some((type) => type?.includes("click_goal"))).toBe(false);
});

test("a cached page asks for its variant; the places go, also when that fails", async () => {
	const PLACES =
		'<div class="et_pb_subject_placeholder et_pb_subject_placeholder_id_5_1"></div><div class="et_pb_subject_placeholder et_pb_subject_placeholder_id_5_2"></div>';
	answer = () => new Response('{"id":"2","content":"<p class=dos>Dos</p>"}');
	await start(PLACES, { is_cache_plugin_active: "yes" });
	expect(document.body.innerHTML).toBe('<p class="dos">Dos</p>');
	expect(sent.mock.calls[0]?.[0]).toBe(
		"action=et_pb_ab_get_subject_id&et_frontend_nonce=n2&et_pb_ab_test_id=5",
	);
	vi.spyOn(console, "warn").mockImplementation(() => {});
	answer = () => new Response("no", { status: 500 });
	await start(PLACES, { is_cache_plugin_active: "yes" });
	expect(document.body.innerHTML).toBe("");
});

test("a page where something was bought, or with the shortcode, counts what a cookie says", async () => {
	// biome-ignore lint/suspicious/noDocumentCookie: a test.
	document.cookie = "et_pb_ab_shop_log=5_2_77; path=/";
	// biome-ignore lint/suspicious/noDocumentCookie: a test.
	document.cookie = "et_pb_ab_shortcode_track_9=9_1_78; path=/";
	await start(
		'<i class="et_pb_ab_shop_conversion"></i><div class="et_pb_ab_split_track" data-test_id="9"></div>',
		{ is_ab_testing_active: "" },
	);
	expect(types()).toEqual([
		'{"test_id":"5","subject_id":"2","record_type":"con_goal"}',
		'{"test_id":"9","subject_id":"1","record_type":"con_short"}',
	]);
	expect(names()).toEqual(["et_pb_ab_con_goal_5772", "et_pb_ab_con_short_978"]);
});

test("the builder records nothing, and forms do not need a test", async () => {
	window.et_builder_utils_params = { builderType: "vb" };
	await start(GOAL);
	await vi.advanceTimersByTimeAsync(4000);
	expect(sent).not.toHaveBeenCalled();
	expect(() => convert(document.body)).not.toThrow();
	window.et_builder_utils_params = { builderType: "fe" };
});
