import type { MouseEvent } from "react";
import { adopt } from "../runtime/adopt";
import { useAdopted } from "../runtime/owned";
import { useStore } from "../runtime/use-store";
import { diviText } from "./legacy";
import type { Pages, PagesStore } from "./pages";

/** Whether the link of a page is shown: five around the chosen one; the first four before a choice. */
export function isLinkShown(
	link: number,
	{ page, count, isUsed }: Pages,
): boolean {
	const place = link - 1;
	if (!isUsed) return link < 5;
	return (
		(place >= page - 3 && place <= page + 1) ||
		(count - page <= 2 && count - place <= 5) ||
		(page <= 3 && place <= 4)
	);
}

/** Renders the page links. */
export const draw = (
	host: HTMLElement,
	pages: PagesStore,
	choose: (page: number) => void,
) =>
	adopt(host, {
		name: "pager",
		owners: {},
		wrap: (tree) => (
			<>
				{tree}
				<Pager pages={pages} choose={choose} />
			</>
		),
	});

interface PagerProps {
	readonly pages: PagesStore;
	readonly choose: (page: number) => void;
}

function Pager({ pages, choose }: PagerProps) {
	const state = useStore(pages, (all) => all);
	if (!useAdopted()) return null;
	const { page, count } = state;
	if (count < 2) return <ul />;
	const links = Array.from({ length: count }, (_, n) => n + 1);
	return (
		<ul>
			<Link
				token="prev"
				name="prev"
				isHidden={page === 1}
				go={() => choose(page - 1)}
			>
				{diviText("prev")}
			</Link>
			{links.map((link) => (
				<Link
					key={link}
					token={`page page-${link}`}
					name={String(link)}
					isActive={link === page}
					isLast={link === count}
					isHidden={!isLinkShown(link, state)}
					go={() => choose(link)}
				>
					{String(link)}
				</Link>
			))}
			<Link
				token="next"
				name="next"
				isHidden={page === count}
				go={() => choose(page + 1)}
			>
				{diviText("next")}
			</Link>
		</ul>
	);
}

interface LinkProps {
	readonly token: string;
	readonly name: string;
	readonly isHidden: boolean;
	readonly isActive?: boolean;
	readonly isLast?: boolean;
	readonly go: () => void;
	readonly children: string;
}

function Link(props: LinkProps) {
	const { token, name, isHidden, isActive, isLast, go, children } = props;
	const classes = [
		`page-${name}`,
		isActive && "active",
		isLast && "last-page",
	].filter(Boolean);
	const follow = (event: MouseEvent) => {
		event.preventDefault();
		go();
	};
	return (
		<li className={token} style={isHidden ? { display: "none" } : undefined}>
			{/* biome-ignore lint/a11y/useValidAnchor: the markup is the theme's. */}
			<a
				href="#"
				data-page={name}
				className={classes.join(" ")}
				aria-current={isActive ? "page" : undefined}
				onClick={follow}
			>
				{children}
			</a>
		</li>
	);
}
