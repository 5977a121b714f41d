// Pictures and videos of the canvas.

import { download, fileName } from './ui/dom';

export function screenshot(canvas: HTMLCanvasElement, draw: () => void, name: string): Promise<void> {
  draw(); // the buffer is only there until the browser has shown it
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (!blob) return reject(new Error('the browser made no picture'));
      download(`${fileName(name)}.png`, blob);
      resolve();
    }, 'image/png');
  });
}

const formats = ['video/mp4;codecs=avc1.42E01F', 'video/webm;codecs=vp9', 'video/webm', 'video/mp4'];

export class Video {
  private recorder: MediaRecorder | null = null;
  private parts: Blob[] = [];

  get running(): boolean {
    return this.recorder !== null;
  }

  static get available(): boolean {
    return typeof MediaRecorder !== 'undefined' && 'captureStream' in HTMLCanvasElement.prototype;
  }

  start(canvas: HTMLCanvasElement): void {
    const type = formats.find((format) => MediaRecorder.isTypeSupported(format));
    if (!type) throw new Error('this browser cannot write videos');
    const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: type, videoBitsPerSecond: 12_000_000 });
    this.parts = [];
    recorder.ondataavailable = (event) => this.parts.push(event.data);
    recorder.start(1000);
    this.recorder = recorder;
  }

  /** Offers the video as a file; its size in bytes. */
  stop(name: string): Promise<number> {
    const recorder = this.recorder;
    this.recorder = null;
    if (!recorder) return Promise.resolve(0);
    return new Promise((resolve) => {
      recorder.onstop = () => {
        for (const track of recorder.stream.getTracks()) track.stop();
        const kind = recorder.mimeType.includes('mp4') ? 'mp4' : 'webm';
        const blob = new Blob(this.parts, { type: recorder.mimeType });
        this.parts = [];
        if (blob.size) download(`${fileName(name)}.${kind}`, blob);
        resolve(blob.size);
      };
      recorder.stop();
    });
  }
}
