/** Lists and parts of products (contract "divi-client", section 6.30). */

const LISTS = ".et_pb_shop, .et_pb_wc_upsells, .et_pb_wc_related_products";
const SUFFIXES = ["", "-tablet", "-phone", "-sticky"];

export function startProducts(): void {
	for (const list of document.querySelectorAll<HTMLElement>(LISTS)) {
		putIcons(list);
		nameItems(list);
	}
	// Images that come later, too: entering does not bubble.
	for (const type of ["mouseenter", "mouseleave"]) {
		document.addEventListener(type, light, true);
	}
	for (const meta of document.querySelectorAll(".et_pb_wc_meta")) {
		const isEmpty = meta.textContent?.trim() === "";
		meta.classList.toggle("et_pb_wc_meta_empty", isEmpty);
	}
	for (const cell of document.querySelectorAll<HTMLElement>(
		".variations_form .variations td.value",
	)) {
		wrapLists(cell);
	}
	if (document.body.matches(".woocommerce-order-received")) closeRows();
}

/** What lies over an image has the list's icon, for each device. */
function putIcons(list: HTMLElement): void {
	for (const suffix of SUFFIXES) {
		const icon = list.getAttribute(`data-icon${suffix}`);
		if (!icon) continue;
		for (const overlay of list.getElementsByClassName("et_overlay")) {
			overlay.setAttribute(`data-icon${suffix}`, icon);
			overlay.classList.add(`et_pb_inline_icon${suffix.replace("-", "_")}`);
		}
	}
}

function nameItems(list: HTMLElement): void {
	const { shortcode_index: place } = list.dataset;
	if (!place) return;
	for (const [n, { classList }] of list
		.querySelectorAll("li.product")
		.entries()) {
		classList.add(`et_pb_shop_item_${place}_${n}`);
	}
}

/** Price and title know of the pointer over their image. */
function light({ type, target }: Event): void {
	if (!(target instanceof Element) || !target.matches(".et_shop_image")) return;
	const parts = target.parentElement?.querySelectorAll(
		".price, .woocommerce-loop-product__title",
	);
	for (const { classList } of parts ?? []) {
		classList.toggle("hover", type === "mouseenter");
	}
}

/** A list of a variable product stands in an element of its own, for the arrow that the theme draws. */
function wrapLists(cell: HTMLElement): void {
	if (cell.dataset.isSpanAdded) return;
	cell.dataset.isSpanAdded = "1";
	for (const list of cell.querySelectorAll("select")) {
		const around = document.createElement("span");
		list.before(around);
		around.append(list);
	}
}

/** An order's page leaves modules of the checkout out: a row without them takes no room. */
function closeRows(): void {
	for (const column of document.querySelectorAll(".et_pb_column")) {
		if (column.childElementCount > 0) continue;
		column.closest(".et_pb_row")?.classList.add("et_pb_no_top_bottom_padding");
	}
}
