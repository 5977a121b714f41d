import { serve } from './worker.js';

self.onmessage = ({ data }) => serve(data, () => self.postMessage('ready'));
