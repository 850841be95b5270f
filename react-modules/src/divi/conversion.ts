/** Records a goal of a split test; set by the split test module. */
type Record = (element: Element) => void;

let record: Record | undefined;

export function onConversion(call: Record): void {
	record = call;
}

/** A form was sent: recorded when the form is a goal. Never throws. */
export const convert = (element: Element): void => record?.(element);
