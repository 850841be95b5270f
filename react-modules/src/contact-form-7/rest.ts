/** The calls to the plugin's REST routes: contract "contact-form-7", sections 12 and 20.4. */

const ACCEPT = "application/json, */*;q=0.1";

export interface Feedback {
	readonly status: string;
	readonly message?: string;
	readonly posted_data_hash?: string;
	readonly invalid_fields?: readonly {
		readonly field: string;
		readonly message: string;
	}[];
	readonly captcha?: Readonly<Record<string, string>>;
	readonly quiz?: Readonly<Record<string, readonly [string, string]>>;
}

export type Refill = Pick<Feedback, "captcha" | "quiz">;

/** Requests a route of a form. Resolves to the JSON; rejects with the `Response` or with `{code, message}`. */
export async function call(
	id: number,
	route: string,
	send?: {
		readonly body: FormData;
		readonly progress: (share: number) => void;
	},
): Promise<unknown> {
	const url = addressOf(`contact-forms/${id}/${route}`);
	const request = hasFile(send?.body)
		? upload(url, send as NonNullable<typeof send>)
		: fetch(url, {
				method: send ? "POST" : "GET",
				headers: { Accept: ACCEPT },
				body: send?.body ?? null,
			});
	const response = await request.catch(() => {
		throw { code: "fetch_error", message: "You are probably offline." };
	});
	if (!response.ok) throw response;
	if (response.status === 204) return null;
	return response.json().catch(() => {
		throw {
			code: "invalid_json",
			message: "The response is not a valid JSON response.",
		};
	});
}

function addressOf(endpoint: string): string {
	const { root = "", namespace = "" } = window.wpcf7?.api ?? {};
	const path = `${namespace}/${endpoint}`;
	return `${root.replace(/\/$/, "")}/${path.replace(/^\//, "")}`;
}

const hasFile = (body?: FormData) =>
	[...(body?.values() ?? [])].some(
		(value) => value instanceof File && value.size > 0,
	);

/** `XMLHttpRequest`, because `fetch` reports no upload progress. */
function upload(
	url: string,
	{ body, progress }: { body: FormData; progress: (share: number) => void },
): Promise<Response> {
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open("POST", url);
		request.setRequestHeader("Accept", ACCEPT);
		request.upload.addEventListener("progress", (event) => {
			if (event.lengthComputable) progress(event.loaded / event.total);
		});
		request.addEventListener("load", () => {
			const { status, statusText } = request;
			const hasBody = ![101, 204, 205, 304].includes(status);
			const text = hasBody ? request.responseText : null;
			resolve(new Response(text, { status, statusText }));
		});
		request.addEventListener("error", reject);
		request.addEventListener("abort", reject);
		request.send(body);
	});
}
