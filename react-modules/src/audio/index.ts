import { dressPlayer } from "../divi/player";
import { whenLoaded } from "../runtime/loaded";

/** Audio players (contract "divi-client", section 6.4): the browser's own controls play. */
const HEIGHT = "40px";

export function mount(element: Element): void {
	const audio = element as HTMLAudioElement;
	if (audio.closest(".mejs-container")) return;
	const width = audio.parentElement?.clientWidth ?? 0;
	const player = dressPlayer(audio);
	player.style.width = `${width}px`;
	player.style.height = HEIGHT;
	audio.controls = true;
	audio.style.visibility = "visible";
	audio.style.width = "100%";
	audio.style.height = HEIGHT;
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
