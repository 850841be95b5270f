/** The sum that a contact form asks for. A new one is kept in memory; the attributes stay the server's. */

const sums = new WeakMap<Element, readonly [number, number]>();

const digit = () => Math.floor(Math.random() * 15 + 1);

/** Whether a sum was answered wrongly; then there is a new one. An empty answer is a missing field. */
export function checkSum(form: Element): boolean {
	let isWrong = false;
	for (const input of form.querySelectorAll<HTMLInputElement>(
		".et_pb_contact_captcha",
	)) {
		const [first, second] = sums.get(input) ?? [
			Number(input.dataset.first_digit),
			Number(input.dataset.second_digit),
		];
		if (input.value.trim() === "") continue;
		if (Number.parseInt(input.value, 10) === first + second) continue;
		isWrong = true;
		const next = [digit(), digit()] as const;
		sums.set(input, next);
		input.value = "";
		const question = input.parentElement?.querySelector(
			".et_pb_contact_captcha_question",
		);
		if (question) question.textContent = `${next[0]} + ${next[1]}`;
	}
	return isWrong;
}
