import { diviText } from "../divi/legacy";
import { emit } from "../runtime/events";
import { report } from "../runtime/report";
import { ask, type SplitTest } from "./tests";

/**
 * Pages out of a page cache hold a place for each variant and ask which one this visitor gets. The page's modules do not
 * wait for it: what comes later is taken over when it comes, and a failure leaves a page that works.
 */
export async function placeSubjects(
	tests: readonly SplitTest[],
): Promise<void> {
	await Promise.all(
		tests.map(({ post }) =>
			placeSubject(String(post)).catch((error) =>
				report("divi-split-test", "got no variant", error),
			),
		),
	);
	for (const place of document.querySelectorAll(".et_pb_subject_placeholder")) {
		place.remove();
	}
	emit(document.body, "et_pb_ab_subject_ready");
}

async function placeSubject(post: string): Promise<void> {
	const answer = await ask("et_pb_ab_get_subject_id", {
		et_frontend_nonce: diviText("et_frontend_nonce"),
		et_pb_ab_test_id: post,
	});
	const { id, content } = (await answer.json()) as {
		id: string | number;
		content: string;
	};
	const place = document.querySelector(
		`.${CSS.escape(`et_pb_subject_placeholder_id_${post}_${id}`)}`,
	);
	place?.replaceWith(document.createRange().createContextualFragment(content));
}
