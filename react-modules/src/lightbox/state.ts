/** What a lightbox shows: contract "divi-client", section 5. */
export interface LightboxImage {
	readonly src: string;
	readonly title: string;
	readonly alt: string;
	/** The link that opens it. */
	readonly link: HTMLElement;
}

export interface LightboxState {
	readonly shown: number;
	readonly status: "loading" | "ready" | "error";
	/** `opening` until the first moment has passed; `closing` until it is gone. */
	readonly phase: "opening" | "open" | "closing";
}

export type LightboxAction =
	| { readonly type: "go"; readonly to: number }
	| { readonly type: "loaded" }
	| { readonly type: "failed" }
	| { readonly type: "opened" }
	| { readonly type: "close" };

export function reduce(
	state: LightboxState,
	action: LightboxAction,
): LightboxState {
	switch (action.type) {
		case "go":
			if (state.phase === "closing" || action.to === state.shown) return state;
			return { ...state, shown: action.to, status: "loading" };
		case "loaded":
			return { ...state, status: "ready" };
		case "failed":
			return { ...state, status: "error" };
		case "opened":
			return state.phase === "opening" ? { ...state, phase: "open" } : state;
		case "close":
			return { ...state, phase: "closing" };
		default:
			action satisfies never;
			return state;
	}
}
