import { diviText } from "../divi/legacy";

/** What a signup sends, and where it leads (contract "divi-client", section 6.25). */

const inputOf = (root: Element, name: string) =>
	root.querySelector<HTMLInputElement>(`input[name="et_pb_signup_${name}"]`);

/** A custom field's value, as its kind wants it: a text, or values by the ids of options. */
type Custom = string | readonly (readonly [id: string, value: string])[];

function customOf(
	field: HTMLElement,
	provider: string,
): [string, Custom] | undefined {
	const control = field.querySelector<HTMLInputElement | HTMLSelectElement>(
		"input, select, textarea",
	);
	if (!control) return undefined;
	const { type } = field.dataset;
	const key =
		control.dataset.id ?? control.dataset.original_id ?? field.dataset.id ?? "";
	if (type === "checkbox") {
		const boxes = [
			...field.querySelectorAll<HTMLInputElement>(
				'input[type="checkbox"]:checked',
			),
		];
		const values = boxes.map(
			(box) => [String(box.dataset.id), box.value] as const,
		);
		return [field.dataset.id ?? key, values];
	}
	if (type === "booleancheckbox") {
		const box = field.querySelector<HTMLInputElement>(
			'input[type="checkbox"]:checked',
		);
		return [field.dataset.id ?? key, box?.value ?? ""];
	}
	if (type === "radio") {
		const radio = field.querySelector<HTMLInputElement>(
			'input[type="radio"]:checked',
		);
		if (!radio) return undefined;
		const id = radio.dataset.original_id ?? key;
		return provider === "mailchimp"
			? [id, [[String(radio.dataset.id), radio.value]]]
			: [id, radio.value];
	}
	if (control instanceof HTMLSelectElement) {
		const option = control.selectedOptions[0];
		if (provider === "ontraport") return [key, option?.dataset.id ?? ""];
		if (provider === "mailchimp") {
			return [key, [[String(option?.dataset.id), control.value]]];
		}
	}
	return [key, control.value];
}

/** The request's fields in their order; what has no input is not sent. */
export function bodyOf(
	root: Element,
	token: string,
	hidden: readonly string[],
): URLSearchParams {
	const body = new URLSearchParams();
	const add = (key: string, name: string) => {
		const input = inputOf(root, name);
		if (input) body.append(key, input.value);
	};
	body.append("action", "et_pb_submit_subscribe_form");
	body.append("et_frontend_nonce", diviText("et_frontend_nonce"));
	add("et_list_id", "list_id");
	add("et_firstname", "firstname");
	add("et_lastname", "lastname");
	add("et_email", "email");
	add("et_provider", "provider");
	add("et_account", "account_name");
	add("et_ip_address", "ip_address");
	const provider = inputOf(root, "provider")?.value ?? "";
	for (const field of root.querySelectorAll<HTMLElement>(
		".et_pb_signup_custom_field",
	)) {
		const [id, value] = customOf(field, provider) ?? [];
		if (id === undefined || value === undefined) continue;
		if (typeof value === "string")
			body.append(`et_custom_fields[${id}]`, value);
		else {
			for (const [option, text] of value) {
				body.append(`et_custom_fields[${id}][${option}]`, text);
			}
		}
	}
	for (const id of hidden) body.append("et_hidden_fields[]", id);
	body.append("token", token);
	add("et_checksum", "checksum");
	return body;
}

/** Words of the setting: a name asked for as `last_name` brings the first one too. */
const QUERY = [
	["name", "first_name"],
	["last_name", "last_name"],
	["email", "email"],
	["ip_address", "ip_address"],
	["css_id", "form_id"],
] as const;

/** What would end a value stays in it; all else goes as it was typed. */
const kept = (value: string) =>
	value.replace(/[%&#]/g, (character) => encodeURIComponent(character));

/** Where a signup leads, with what the site wants to know there. */
export function redirectOf(root: HTMLElement): string {
	const {
		redirect_url = "",
		redirect_query = "",
		ip_address = "",
	} = root.dataset;
	const values = {
		name: inputOf(root, "firstname")?.value,
		last_name: inputOf(root, "lastname")?.value,
		email: inputOf(root, "email")?.value,
		ip_address,
		css_id: root.id,
	};
	const query = QUERY.filter(
		([word]) => redirect_query.includes(word) && values[word] !== undefined,
	).map(([word, key]) => `${key}=${kept(values[word] ?? "")}`);
	if (query.length === 0) return redirect_url;
	return `${redirect_url}${redirect_url.includes("?") ? "&" : "?"}${query.join("&")}`;
}
