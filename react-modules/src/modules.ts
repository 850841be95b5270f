import { module as commentReply } from "./comment-reply/register";
import { module as contactForm7 } from "./contact-form-7/register";
import { module as conversions } from "./conversions/register";
import { module as divi } from "./divi/register";
import { module as languageSwitcher } from "./language-switcher/register";
import { module as mooveGdpr } from "./moove-gdpr/register";
import { module as reviewsWidget } from "./reviews-widget/register";
import type { BrowserModule } from "./runtime/module";
import { module as woocommerce } from "./woocommerce/register";
import { module as wpArmour } from "./wp-armour/register";

/**
 * The modules of the page in the order in which they start, one line each: adding a module is adding its folder, whose
 * `register.ts` says all that the loader knows of it, and its line. The theme's come with it.
 */
export const modules: readonly BrowserModule[] = [
	conversions,
	languageSwitcher,
	commentReply,
	contactForm7,
	reviewsWidget,
	wpArmour,
	mooveGdpr,
	woocommerce,
	divi,
];
