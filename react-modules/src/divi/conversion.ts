/** A visitor did what a split test hopes for. The split test tells here how it records that. */
type Record = (element: Element) => void;

let record: Record | undefined;

export function onConversion(call: Record): void {
	record = call;
}

/** A form was sent: recorded when the form is a goal. Never in the way of what follows. */
export const convert = (element: Element): void => record?.(element);
