/** Counts running requests for the thin bar on top of the page (specification, points 4 and 9). Pure: the clock is the caller's. */

export interface LoaderState {
  readonly running: number;
  /** 0 to 100; 100 only when nothing runs any more. */
  readonly progress: number;
}

export const idle: LoaderState = { running: 0, progress: 0 };
export const loaderTickMillis = 100;
export const loaderHideMillis = 1000;

export const started = (state: LoaderState): LoaderState => ({
  running: state.running + 1,
  progress: state.running === 0 ? 5 : state.progress,
});

export const ended = (state: LoaderState): LoaderState => {
  const running = Math.max(0, state.running - 1);
  return { running, progress: running === 0 ? 100 : state.progress };
};

/** One tick: a tenth of the way that is left, so that the bar always moves and never arrives by itself. */
export const ticked = (state: LoaderState): LoaderState =>
  state.running === 0 ? state : { ...state, progress: state.progress + (95 - state.progress) / 10 };
