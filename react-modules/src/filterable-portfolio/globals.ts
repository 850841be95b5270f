import { installGlobal } from "../divi/globals";

export const PORTFOLIOS = ".et_pb_filterable_portfolio";

export function prepare(): void {
	const load = () => import(/* webpackChunkName: "filterable-portfolio" */ ".");
	installGlobal(
		"et_pb_filterable_portfolio_init",
		(root) => load().then(({ mount }) => mount(root)),
		PORTFOLIOS,
	);
}
