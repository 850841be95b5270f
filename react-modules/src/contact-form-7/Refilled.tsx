import type { OwnerProps } from "../runtime/adopt";
import { useOwned } from "../runtime/owned";
import { useForm } from "./HandleContext";
import { fieldOf } from "./read";

/** A quiz's question; each response of the server has another one (contract "contact-form-7", section 20.5). */
export function QuizLabel({ node, draw }: OwnerProps) {
	const field = fieldOf(node);
	const question = useForm((state) => state.questions[field]);
	return question === undefined
		? draw()
		: draw(undefined, { inside: question });
}

/** A captcha's image. */
export function CaptchaImage({ node, draw }: OwnerProps) {
	const captchas = useForm((state) => state.captchas);
	const src = Object.entries(captchas).find(([field]) =>
		node.classList.contains(`wpcf7-captcha-${field.replaceAll(":", "")}`),
	)?.[1];
	useOwned(node, { attributes: { src } });
	return draw();
}
