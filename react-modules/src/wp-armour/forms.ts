/** The forms that get the honeypot: contract "honeypot", section 3. The builder's signup form is not among them. */
export const FORMS =
	"form:is(.wpcf7-form,.et_pb_contact_form,.cart,#loginform,#lostpasswordform,#commentform,.comment-form,.register,.wpa_form,.wpforms-form,.cred-user-form,.cred-form,.fb_form,.elementor-form,.form-contribution,#learn-press-checkout-form,.spectra-pro-login-form,#edd_login_form,.uwp-login-form,.eael-login-form,.user-registration-form-login,.lost_reset_password,.ur_lost_reset_password,.ast-commentform,#fl-comment-form,#edd-reviews-form,.wpr-comment-form,.frm-fluent-form),:is(.wpcf7,.et_pb_login_form,.review-form,.wpa_form,.gform_wrapper,.frm_forms,.caldera-grid,.wp-block-toolset-cred-form,.um-form,.bbp-topic-form,.bbp-reply-form) form,.ff_conv_app,input.wpa_initiator";

/** Whether the plugin's own script is linked, with or without jQuery. */
export function isLegacyLinked(): boolean {
	return Boolean(
		document.querySelector('script[src*="/honeypot/includes/js/wpa"]'),
	);
}
