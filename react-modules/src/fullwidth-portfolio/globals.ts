import { installGlobal } from "../divi/globals";

export const PORTFOLIOS = ".et_pb_fullwidth_portfolio";

export function prepare(): void {
	const load = () => import(/* webpackChunkName: "fullwidth-portfolio" */ ".");
	installGlobal(
		"et_fullwidth_portfolio_init",
		(root) => load().then(({ mount }) => mount(root)),
		PORTFOLIOS,
	);
}
