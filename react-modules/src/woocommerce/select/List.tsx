import {
	type KeyboardEvent,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { textOf } from "../params";
import { type Item, matching } from "./match";

export interface ListProps {
	/** The beginning of the ids of its elements. */
	readonly id: string;
	readonly label: string;
	readonly dir: string;
	readonly items: readonly Item[];
	readonly value: string;
	/** What is searched for at first. */
	readonly term: string;
	readonly close: () => void;
	readonly choose: (value: string) => void;
	/** Puts the list to its place, after its size has changed. */
	readonly place: () => void;
}

const OPTION = "select2-results__option";

/** A search field and the options that match: a combobox, whose focus stays in the field. */
export function List(props: ListProps) {
	const { id, label, dir, items, value, close, choose, place } = props;
	const [term, setTerm] = useState(props.term);
	const found = useMemo(() => matching(items, term), [items, term]);
	const free = found.filter(({ isDisabled }) => !isDisabled);
	const [moved, setMoved] = useState<string>();
	const marked =
		free.find((item) => item.value === moved) ??
		free.find((item) => item.value === value) ??
		free[0];
	const field = useRef<HTMLInputElement>(null);
	const option = useRef<HTMLLIElement>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: the size depends on what is found.
	useLayoutEffect(place, [found]);
	useLayoutEffect(() => {
		const { current } = field;
		current?.focus({ preventScroll: true });
		current?.setSelectionRange(current.value.length, current.value.length);
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another option is marked.
	useLayoutEffect(() => {
		if (option.current) reveal(option.current);
	}, [marked]);

	const idOf = (item: Item) => `${id}-result-${item.value}`;
	const resultsId = `${id}-results`;
	const activeId = marked && idOf(marked);
	const step = (by: number) => {
		const at = free.indexOf(marked as Item) + by;
		const next = free[Math.min(Math.max(at, 0), free.length - 1)];
		setMoved(next?.value);
	};
	const pressed = (event: KeyboardEvent) => {
		const { key, altKey } = event;
		if (key === "Escape" || (key === "ArrowUp" && altKey)) close();
		else if (key === "ArrowUp") step(-1);
		else if (key === "ArrowDown") step(1);
		else if (key === "PageUp") step(-10);
		else if (key === "PageDown") step(10);
		else if (key === "Enter" || key === "Tab") {
			if (marked) choose(marked.value);
			else close();
			// The focus is on the closed list now, and goes on from there.
			if (key === "Tab") return;
		} else return;
		event.preventDefault();
		event.stopPropagation();
	};
	return (
		<span className="select2-dropdown" dir={dir}>
			<span className="select2-search select2-search--dropdown">
				<input
					ref={field}
					className="select2-search__field"
					type="text"
					tabIndex={0}
					autoComplete="off"
					autoCorrect="off"
					autoCapitalize="none"
					spellCheck={false}
					role="combobox"
					aria-autocomplete="list"
					aria-expanded="true"
					aria-label={label || undefined}
					aria-labelledby={label ? undefined : `${id}-container`}
					aria-owns={resultsId}
					aria-controls={resultsId}
					aria-activedescendant={activeId}
					defaultValue={term}
					onInput={({ currentTarget }) => {
						setTerm(currentTarget.value);
						setMoved(undefined);
					}}
					onKeyDown={pressed}
				/>
			</span>
			<span className="select2-results">
				<ul
					className="select2-results__options"
					// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the markup of the plugin's script.
					role="listbox"
					tabIndex={-1}
					id={resultsId}
					aria-expanded="true"
					aria-hidden="false"
					aria-label={label || undefined}
					aria-activedescendant={activeId}
				>
					{found.map((item) => (
						<Option
							key={item.value}
							{...{ item, value, choose, close }}
							id={idOf(item)}
							isMarked={item === marked}
							mark={item === marked ? option : undefined}
							enter={() => setMoved(item.value)}
						/>
					))}
					{found.length === 0 && (
						<li
							role="alert"
							aria-live="assertive"
							className={`${OPTION} select2-results__message`}
						>
							{textOf("wc_country_select_params", "i18n_no_matches")}
						</li>
					)}
				</ul>
			</span>
		</span>
	);
}

interface OptionProps {
	readonly item: Item;
	readonly id: string;
	readonly value: string;
	readonly isMarked: boolean;
	readonly mark: React.RefObject<HTMLLIElement | null> | undefined;
	readonly enter: () => void;
	readonly choose: (value: string) => void;
	readonly close: () => void;
}

function Option({ item, id, value, isMarked, mark, ...acts }: OptionProps) {
	const { enter, choose, close } = acts;
	const isChosen = item.value === value;
	const { isDisabled } = item;
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
		<li
			ref={mark}
			className={isMarked ? `${OPTION} ${OPTION}--highlighted` : OPTION}
			id={id}
			// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the markup of the plugin's script.
			role="option"
			data-selected={isDisabled ? undefined : isChosen}
			aria-selected={isDisabled ? undefined : isMarked}
			aria-disabled={isDisabled || undefined}
			tabIndex={-1}
			onMouseMove={isDisabled ? undefined : enter}
			onMouseDown={(event) => event.preventDefault()}
			onClick={() => {
				if (isChosen) close();
				else if (!isDisabled) choose(item.value);
			}}
		>
			{item.text}
		</li>
	);
}

/** Scrolls the results, and nothing else, so that the option is seen. */
function reveal(option: HTMLElement): void {
	const results = option.closest("ul");
	if (!results) return;
	const part = option.getBoundingClientRect();
	const all = results.getBoundingClientRect();
	if (part.top < all.top) results.scrollTop -= all.top - part.top;
	else if (part.bottom > all.bottom) {
		results.scrollTop += part.bottom - all.bottom;
	}
}
