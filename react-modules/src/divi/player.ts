/**
 * The elements that style sheets know from WordPress's player, around what the browser itself plays (contract
 * "divi-client", sections 6.4 and 6.15).
 */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
	en: ["Audio Player", "Video Player"],
	es: ["Reproductor de audio", "Reproductor de vídeo"],
	fr: ["Lecteur audio", "Lecteur vidéo"],
	de: ["Audio-Player", "Video-Player"],
};

let count = 0;

function wordFor(isVideo: boolean): string {
	const words = WORDS[document.documentElement.lang.slice(0, 2)] ?? WORDS.en;
	return words?.[isVideo ? 1 : 0] ?? "";
}

/** Puts a sound or a video into a player, which is given back. The space bar plays and pauses it. */
export function dressPlayer(media: HTMLMediaElement): HTMLElement {
	const isVideo = media instanceof HTMLVideoElement;
	const kind = isVideo ? "video" : "audio";
	const label = wordFor(isVideo);
	const player = document.createElement("div");
	player.id = `mep_${count++}`;
	player.className = [
		"mejs-container mejs-container-keyboard-inactive",
		...media.classList,
		`mejs-${kind}`,
	].join(" ");
	player.tabIndex = 0;
	player.setAttribute("role", "application");
	player.setAttribute("aria-label", label);
	player.addEventListener("keydown", (event) => {
		if (event.key !== " " || event.target !== player) return;
		event.preventDefault();
		if (media.paused) media.play()?.catch(() => {});
		else media.pause();
	});
	const inner = document.createElement("div");
	inner.className = "mejs-inner";
	player.append(inner);
	const name = document.createElement("span");
	name.className = "mejs-offscreen";
	name.textContent = label;
	media.before(name, player);
	inner.append(media);
	return player;
}
