/** A form's state and its one reducer: contract "contact-form-7", section 20. */

export interface FieldError {
	readonly field: string;
	readonly message: string;
}

export interface FormState {
	/** Class-style: section 20.2. */
	readonly status: string;
	/** In the order of the list for screen readers. */
	readonly errors: readonly FieldError[];
	/** Fields whose error marks we have set or cleared; `true`: all of them. */
	readonly marked: readonly string[] | true;
	/** `undefined`: what the server printed. */
	readonly message: string | undefined;
	/** Counts up when a control changed: what depends on the controls reads them again. */
	readonly controls: number;
	/** Questions that came with a refill, by field. */
	readonly questions: Readonly<Record<string, string>>;
	/** Addresses of captcha images that came with a refill, by field. */
	readonly captchas: Readonly<Record<string, string>>;
	/** What is in the outputs that reflect a field. */
	readonly reflections: Readonly<Record<string, readonly string[]>>;
	/** Share of an upload that is sent, while it is under way. */
	readonly progress: number | undefined;
}

export type FormAction =
	| { readonly type: "status"; readonly status: string }
	| { readonly type: "clear" }
	| { readonly type: "field"; readonly field: string; readonly error?: string }
	| { readonly type: "message"; readonly message: string }
	| { readonly type: "controls" }
	| {
			readonly type: "refill";
			readonly questions: Readonly<Record<string, string>>;
			readonly captchas: Readonly<Record<string, string>>;
	  }
	| {
			readonly type: "reflect";
			readonly field: string;
			readonly values: readonly string[];
	  }
	| { readonly type: "progress"; readonly progress: number | undefined };

export function reduce(state: FormState, action: FormAction): FormState {
	switch (action.type) {
		case "status":
			return { ...state, status: action.status, progress: undefined };
		case "clear":
			return { ...state, errors: [], marked: true, message: "" };
		case "field":
			return withField(state, action.field, action.error);
		case "message":
			return { ...state, message: (state.message ?? "") + action.message };
		case "controls":
			return { ...state, controls: state.controls + 1 };
		case "refill":
			return {
				...state,
				questions: { ...state.questions, ...action.questions },
				captchas: { ...state.captchas, ...action.captchas },
			};
		case "reflect":
			return {
				...state,
				reflections: { ...state.reflections, [action.field]: action.values },
			};
		case "progress":
			return { ...state, progress: action.progress };
		default:
			action satisfies never;
			return state;
	}
}

function withField(state: FormState, field: string, error?: string): FormState {
	const others = state.errors.filter((each) => each.field !== field);
	return {
		...state,
		errors:
			error === undefined ? others : [...others, { field, message: error }],
		marked: state.marked === true ? true : [...state.marked, field],
	};
}

/** A field's error; `null` when it was cleared, `undefined` while its marks are the server's. */
export function errorOf(
	state: FormState,
	field: string,
): string | null | undefined {
	const error = state.errors.find((each) => each.field === field);
	if (state.marked !== true && !state.marked.includes(field)) return undefined;
	return error ? error.message : null;
}
