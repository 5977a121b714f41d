// The bar at the bottom: play, pause, step, restart, speed; what step it is and its hash.

import { byId, h, iconButton, setIcon, setText } from './dom';

export interface TransportEvents {
  toggle(): void;
  step(): void;
  restart(): void;
  shoot(): void;
  home(): void;
  speed(value: number): void;
  save(): void;
  picture(): void;
  video(): void;
  link(): void;
  panel(): void;
  side(): void;
}

export const speeds = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2];

export class Transport {
  private readonly play: HTMLButtonElement;
  private readonly video: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly clock = h('span', { id: 'clock' });
  private readonly digits = h('span');
  private readonly judgement = h('span');
  private readonly hash = h('small', { id: 'hash', title: 'Hash of all state: the same on every machine' }, this.digits, this.judgement);

  constructor(events: TransportEvents, hasVideo: boolean) {
    this.play = iconButton('pause', 'Pause', 'space', events.toggle);
    this.play.classList.add('play');
    this.play.id = 'play';
    this.speed = h('select', { title: 'Speed ([ slower, ] faster)', aria: { label: 'Speed' }, id: 'speed' },
      ...speeds.map((value) => h('option', { value: String(value), textContent: `${value}×` })));
    this.speed.value = '1';
    this.speed.addEventListener('change', () => events.speed(Number(this.speed.value)));
    this.video = iconButton('video', 'Record a video', 'V', events.video);
    const rule = () => h('span', { class: 'rule wide-only', aria: { hidden: 'true' } });
    const wide = (button: HTMLButtonElement, id: string) => {
      button.classList.add('wide-only');
      button.id = id;
      return button;
    };
    const named = (button: HTMLButtonElement, id: string) => {
      button.id = id;
      return button;
    };
    const phone = (button: HTMLButtonElement, id: string) => {
      button.classList.add('phone-only');
      button.id = id;
      return button;
    };
    byId('transport').append(
      phone(iconButton('panel', 'Scene and solvers', '', events.panel), 'panel-toggle'),
      named(iconButton('restart', 'Restart', 'R', events.restart), 'restart'),
      this.play,
      named(iconButton('step', 'Single step', '.', events.step), 'step'),
      this.speed,
      h('span', { class: 'clock' }, this.clock, this.hash),
      rule(),
      named(iconButton('ball', 'Shoot a ball', 'B, or double click', events.shoot), 'shoot'),
      wide(iconButton('home', 'First view', 'C', events.home), 'home'),
      rule(),
      wide(iconButton('save', 'Save the recording', 'S', events.save), 'save'),
      wide(iconButton('camera', 'Save a picture', 'P', events.picture), 'picture'),
    );
    if (hasVideo) byId('transport').append(wide(this.video, 'video'));
    byId('transport').append(
      wide(iconButton('link', 'Copy a link to this view', 'L', events.link), 'link'),
      phone(iconButton('plots', 'Measurements', '', events.side), 'side-toggle'),
    );
  }

  showPlaying(playing: boolean): void {
    if (playing) setIcon(this.play, 'pause', 'Pause', 'space');
    else setIcon(this.play, 'play', 'Play', 'space');
  }

  showSpeed(value: number): void {
    const text = String(value);
    if (![...this.speed.options].some((option) => option.value === text)) {
      this.speed.append(h('option', { value: text, textContent: `${text}×` }));
    }
    this.speed.value = text;
  }

  showVideo(running: boolean): void {
    this.video.classList.toggle('recording', running);
    this.video.setAttribute('aria-pressed', String(running));
    this.video.title = running ? 'Stop and save the video (V)' : 'Record a video (V)';
  }

  /** Whether the step and the picture may still change by themselves. */
  showMoving(moving: boolean): void {
    this.clock.toggleAttribute('data-moving', moving);
  }

  showStep(step: number, time: number, hash: string, judgement: 'good' | 'bad' | '', length: number | null): void {
    const total = length === null ? '' : ` / ${length}`;
    setText(this.clock, `step ${step}${total} · ${time.toFixed(2)} s`);
    const mark = judgement === 'good' ? ' ✓ same' : judgement === 'bad' ? ' ✗ differs' : '';
    setText(this.digits, hash);
    setText(this.judgement, mark);
    this.hash.className = judgement;
  }
}
