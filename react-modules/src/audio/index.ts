import { whenLoaded } from "../runtime/loaded";

/**
 * Audio players (contract "divi-client", section 6.4). The browser's own controls play; around them stand the elements
 * that style sheets know from WordPress's player.
 */
export function mount(element: Element): void {
	const audio = element as HTMLAudioElement;
	if (audio.closest(".mejs-container")) return;
	const box = audio.parentElement;
	const width = box?.clientWidth ?? 0;
	const player = document.createElement("div");
	player.id = `mep_${document.querySelectorAll(".mejs-container").length}`;
	player.className =
		"mejs-container mejs-container-keyboard-inactive wp-audio-shortcode mejs-audio";
	const label =
		window.mejsL10n?.strings?.["mejs.audio-player"] ?? "Audio Player";
	player.tabIndex = 0;
	player.setAttribute("role", "application");
	player.setAttribute("aria-label", label);
	player.style.width = `${width}px`;
	player.style.height = "40px";
	const inner = document.createElement("div");
	inner.className = "mejs-inner";
	player.append(inner);
	const name = document.createElement("span");
	name.className = "mejs-offscreen";
	name.textContent = label;
	audio.before(name, player);
	inner.append(audio);
	audio.controls = true;
	audio.style.visibility = "visible";
	audio.style.width = "100%";
	audio.style.height = "40px";
	audio.addEventListener("play", () => pauseOthers(audio));
	if (document.querySelector(".et_audio_content")) {
		whenLoaded(() => window.dispatchEvent(new Event("resize")));
	}
}

function pauseOthers(playing: HTMLAudioElement): void {
	for (const other of document.querySelectorAll("audio")) {
		if (other !== playing) other.pause();
	}
}

declare global {
	interface Window {
		mejsL10n?: { readonly strings?: Readonly<Record<string, string>> };
	}
}
