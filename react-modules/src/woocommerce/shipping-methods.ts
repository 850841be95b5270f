/** The chosen rate of each package, as the shop's calls send them: contract "woocommerce", section 10. */
export function methodsOf(root: ParentNode): [name: string, value: string][] {
	const fields = root.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
		"select.shipping_method, input[name^='shipping_method'][type='radio']:checked, input[name^='shipping_method'][type='hidden']",
	);
	const chosen = new Map<string, string>();
	for (const { dataset, value, name } of fields) {
		const index = dataset.index ?? /\[(.*)\]/.exec(name)?.[1] ?? "0";
		chosen.set(`shipping_method[${index}]`, value);
	}
	return [...chosen];
}
