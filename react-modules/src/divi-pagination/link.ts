/** What holds a module's list with its pager. */
export const CONTAINER = ".et_pb_ajax_pagination_container";

const LINK = `${CONTAINER} .wp-pagenavi a, ${CONTAINER} .pagination a`;

/** The pager's link that something happens on. */
export function linkOf({ target }: Event): HTMLAnchorElement | null {
	const link = target instanceof Element ? target.closest(LINK) : null;
	return link instanceof HTMLAnchorElement ? link : null;
}
