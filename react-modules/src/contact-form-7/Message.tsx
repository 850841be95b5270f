import type { OwnerProps } from "../runtime/adopt";
import { useForm } from "./HandleContext";

/** The response's message, visible and for screen readers: contract "contact-form-7", section 20.4, step 11. */
export function Message({ draw }: OwnerProps) {
	const message = useForm((state) => state.message);
	return message === undefined ? draw() : draw(undefined, { inside: message });
}
