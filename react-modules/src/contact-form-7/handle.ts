import { createStore, type Store } from "../runtime/store";
import { readInfo, readState } from "./read";
import { type FormAction, type FormState, reduce } from "./state";
import { classOf } from "./status";
import type { FormInfo, Wpcf7Form } from "./wpcf7";

/** A form that this module runs. */
export interface FormHandle {
	readonly form: Wpcf7Form;
	readonly info: FormInfo;
	readonly store: Store<FormState, FormAction>;
	/** Whether the reset follows a sent message: then the status is `sent` and the response stays visible. */
	isResetAfterSent: boolean;
}

const handles = new WeakMap<HTMLFormElement, FormHandle>();

export const handleOf = (form: HTMLFormElement) => handles.get(form);

/** Creates the handle and sets `form.wpcf7` for page scripts. */
export function createHandle(form: Wpcf7Form): FormHandle {
	const info = readInfo(form);
	const store = createStore(reduce, readState(form, info));
	const handle = { form, info, store, isResetAfterSent: false };
	form.wpcf7 = info;
	handles.set(form, handle);
	return handle;
}

/** Removes the handle: the form works without this module again. */
export function forgetHandle({ form }: FormHandle): void {
	handles.delete(form);
	delete form.wpcf7;
}

/** Sets a status in class and `data-status`, then dispatches the status event: section 20.2. */
export function setStatus(handle: FormHandle, status: string): void {
	const { form, info, store } = handle;
	const next = classOf(status);
	const previous = info.status;
	info.status = next;
	store.dispatch({ type: "status", status: next });
	if (previous && previous !== next) {
		send(form, "statuschanged", {
			...formDetail(info),
			status: next,
			prevStatus: previous,
		});
	}
}

/** `form.reset()`, also where a control has that name. */
export const resetForm = (form: HTMLFormElement) =>
	HTMLFormElement.prototype.reset.call(form);

/** Sends `wpcf7{name}` on the form: section 20.3. */
export function send(form: HTMLFormElement, name: string, detail: object) {
	form.dispatchEvent(
		new CustomEvent(`wpcf7${name}`, { bubbles: true, detail }),
	);
}

const formDetail = (info: FormInfo) => ({
	contactFormId: info.id,
	pluginVersion: info.pluginVersion,
	contactFormLocale: info.locale,
	unitTag: info.unitTag,
	containerPostId: info.containerPost,
});

/** The detail of the events around a request. */
export const requestDetail = (info: FormInfo, formData: FormData) => ({
	...formDetail(info),
	status: info.status,
	inputs: [...formData]
		.filter(([name]) => !name.startsWith("_"))
		.map(([name, value]) => ({ name, value })),
	formData,
});
