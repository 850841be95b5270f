import { showCouponError, textOfNotices } from "../coupon-error";
import { tell } from "../events";
import { nodesOf } from "../markup";
import { isError, removeNotices, showNotices } from "../notices";
import { addressOf, textOf } from "../params";
import { post } from "../request";
import { couponField } from "./page";
import { whileBusy } from "./waiting";

/** Coupons of the cart's page: contract "woocommerce", section 12. */

const PARAMS = "wc_cart_params";

/** Applies the code in the field; an error stands under it, a success with the notices. */
export async function applyCoupon(repost: Repost): Promise<void> {
	const code = couponField()?.value ?? "";
	await whileBusy(async () => {
		const html = await post(addressOf("apply_coupon", PARAMS), {
			security: textOf(PARAMS, "apply_coupon_nonce"),
			coupon_code: code,
		});
		removeNotices();
		const field = couponField();
		if (isError(html)) {
			if (field) showCouponError(field, textOfNotices(html));
		} else {
			showNotices([...nodesOf(html).children]);
			tell("applied_coupon", { code });
			if (field) field.value = "";
		}
	});
	await repost(true);
}

/** The form is sent again after a coupon came or went. */
type Repost = (keepsNotices: boolean) => Promise<void>;

export async function removeCoupon(
	link: HTMLElement,
	repost: Repost,
): Promise<void> {
	const { coupon = "" } = link.dataset;
	await whileBusy(async () => {
		const html = await post(addressOf("remove_coupon", PARAMS), {
			security: textOf(PARAMS, "remove_coupon_nonce"),
			coupon,
		});
		removeNotices();
		showNotices([...nodesOf(html).children]);
		tell("removed_coupon", { coupon });
	});
	await repost(true);
}
