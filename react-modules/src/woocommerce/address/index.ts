import { hear, tell } from "../events";
import { startLists } from "../select";
import { startRules } from "./rules";
import { setStates } from "./states";

/** Countries and what depends on them in forms of addresses: contract "woocommerce", sections 7.6, 9.2, 9.3 and 12. */

const COUNTRIES = "select.country_to_state, input.country_to_state";

let isMounted = false;

export function mount(): void {
	if (isMounted) return;
	isMounted = true;
	document.addEventListener("change", ({ target }) => {
		if (target instanceof Element && target.matches(COUNTRIES)) {
			refresh(target as Country);
		}
	});
	// The cart's page draws its calculator anew.
	hear("updated_cart_totals", [], refreshAll);
	hear("wc_address_i18n_ready", [], refreshAll);
	startRules();
	startLists();
	tell("wc_address_i18n_ready");
}

type Country = HTMLSelectElement | HTMLInputElement;

function refreshAll(): void {
	for (const country of document.querySelectorAll<Country>(COUNTRIES)) {
		refresh(country);
	}
}

/** Draws what depends on a country: its states, then its rules. */
function refresh(country: Country): void {
	const wrapper = wrapperOf(country);
	if (!wrapper) return;
	const { value } = country;
	setStates(wrapper, value);
	tell("country_to_state_changed", { country: value, wrapper });
	tell("country_to_state_changing", { country: value, wrapper });
}

/** The fields that belong to one address. */
const wrapperOf = (country: Element): Element | null =>
	country.closest(
		".woocommerce-billing-fields, .woocommerce-shipping-fields, .woocommerce-address-fields, .woocommerce-shipping-calculator",
	) ??
	country.closest(".form-row")?.parentElement ??
	null;
