import {
	type FormHandle,
	requestDetail,
	resetForm,
	send,
	setStatus,
} from "./handle";
import { call, type Feedback } from "./rest";
import { EVENT_OF } from "./status";
import type { SubmitOptions } from "./wpcf7";

/** Sends a form: contract "contact-form-7", section 20.4, step by step. */
export async function submit(
	handle: FormHandle,
	{ submitter }: SubmitOptions = {},
): Promise<void> {
	const { form, info, store } = handle;
	if (window.wpcf7?.blocked) {
		store.dispatch({ type: "clear" });
		setStatus(handle, "submitting");
		return;
	}
	const formData = dataOf(form, submitter);
	store.dispatch({ type: "clear" });
	const detail = requestDetail(info, formData);
	send(form, "beforesubmit", detail);
	setStatus(handle, "submitting");
	try {
		const answer = (await call(info.id, "feedback", {
			body: formData,
			progress: (share) =>
				store.dispatch({ type: "progress", progress: share }),
		})) as Feedback;
		receive(handle, detail, answer);
	} catch (error) {
		// The form stays in `submitting`: section 20.4, step 6.
		console.error(error);
	}
}

function dataOf(form: HTMLFormElement, submitter?: HTMLElement | null) {
	const data = new FormData(form);
	const { name, value } = (submitter ?? {}) as Partial<HTMLButtonElement>;
	if (name) data.append(name, value ?? "");
	return data;
}

function receive(handle: FormHandle, before: object, answer: Feedback) {
	const { form, info, store } = handle;
	setStatus(handle, answer.status);
	const detail = { ...before, status: answer.status, apiResponse: answer };
	const event = EVENT_OF[info.status];
	if (event) send(form, event, detail);
	send(form, "submit", detail);
	if (answer.posted_data_hash) {
		const hash = form.querySelector<HTMLInputElement>(
			'input[name="_wpcf7_posted_data_hash"]',
		);
		if (hash) hash.value = answer.posted_data_hash;
	}
	if (answer.status === "mail_sent") {
		handle.isResetAfterSent = true;
		resetForm(form);
	}
	for (const { field, message } of answer.invalid_fields ?? []) {
		store.dispatch({ type: "field", field, error: message });
	}
	store.dispatch({ type: "message", message: answer.message ?? "" });
}

/** What follows a form's `reset` event: section 20.5. */
export async function reset(handle: FormHandle): Promise<void> {
	const { form, info, store } = handle;
	const detail = requestDetail(info, new FormData(form));
	store.dispatch({ type: "clear" });
	setStatus(handle, "resetting");
	try {
		const answer = await call(info.id, "refill");
		setStatus(handle, handle.isResetAfterSent ? "sent" : "init");
		handle.isResetAfterSent = false;
		send(form, "reset", { ...detail, apiResponse: answer });
	} catch (error) {
		console.error(error);
	}
}
