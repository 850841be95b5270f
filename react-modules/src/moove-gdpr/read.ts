/** The dialog's tabs, from the server's markup (contract "cookie-consent", sections 3.4 and 3.5). */
export interface DialogTab {
	readonly name: string;
	readonly item: HTMLElement;
	readonly button: HTMLElement;
	readonly section: HTMLElement | null;
}

export function tabsOf(dialog: HTMLElement): {
	readonly all: readonly DialogTab[];
	/** The one that the server shows. */
	readonly first: string | undefined;
	/** One section at a time (layout v1). */
	readonly isPaged: boolean;
} {
	const all = [
		...dialog.querySelectorAll<HTMLElement>(
			"#moove-gdpr-menu .moove-gdpr-tab-nav",
		),
	].map((button) => {
		const name = (button.dataset.href ?? "").replace("#", "");
		return {
			name,
			button,
			item: button.closest("li") ?? button,
			section: name
				? dialog.querySelector<HTMLElement>(`#${CSS.escape(name)}`)
				: null,
		};
	});
	const selected = all.find(({ item }) =>
		item.classList.contains("menu-item-selected"),
	);
	return {
		all,
		first: selected?.name ?? all[0]?.name,
		isPaged: !dialog.querySelector(".moove_gdpr_modal_theme_v2"),
	};
}
