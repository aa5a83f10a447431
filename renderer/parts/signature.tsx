/** A signature, drawn or typed. Importing it makes its view known to `FormField.tsx`. */
import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  area,
  drawingOf,
  isPicture,
  pathOf,
  pathThrough,
  type Stroke,
  strokesOf,
} from '../../engine/fields/signature/drawing.ts';
import { longestName } from '../../engine/rules/signature/tests.ts';
import type { TextField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { type FieldInput, type FieldView, grouped, inputOf, looks } from './field-view.tsx';
import type { field } from './recipes/field.ts';
import type { signature as signatureStyles } from './recipes/signature.ts';

const c = classes<typeof field>('field');
const s = classes<typeof signatureStyles>('signature');

/** Where a pointer is in the area of the drawing. */
function pointUnder({ clientX, clientY, currentTarget }: PointerEvent): Stroke[number] {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const within = (share: number, most: number): number => Math.round(Math.min(1, Math.max(0, share)) * most);
  return [within((clientX - left) / width, area.width), within((clientY - top) / height, area.height)];
}

function Signature(input: FieldInput) {
  const { id, field, value, view } = input;
  const { empty = '', drawn = '', clear, name } = (field as TextField).pad ?? {};
  const written = String(value ?? '');
  const [path, setPath] = useState('');
  const control = useRef<HTMLInputElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  /** The points since the pen was put down; null while it is lifted. */
  const stroke = useRef<Stroke[number][] | null>(null);
  const isChanged = useRef(false);
  // The drawing of an earlier visit is not in the server's HTML.
  const first = useRef(written);
  useLayoutEffect(() => setPath(pathOf(first.current)), []);
  useEffect(() => {
    if (!isChanged.current) return;
    isChanged.current = false;
    (path === '' ? typed : control).current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [path]);
  const change = (next: string): void => {
    isChanged.current = next !== path;
    setPath(next);
  };
  const draw = (event: PointerEvent): void => {
    const isDown = event.isPrimary && (event.buttons & 1) === 1;
    if (!isDown || view.screen?.status === 'calling') return;
    const point = pointUnder(event);
    // A pen that was put down before this code had arrived has sent no event.
    if (stroke.current === null) event.currentTarget.setPointerCapture(event.pointerId);
    stroke.current ??= [];
    stroke.current.push(point);
    const line = event.currentTarget.querySelector('path');
    line?.setAttribute('d', path + pathThrough([stroke.current]));
  };
  const lift = (): void => {
    if (stroke.current === null) return;
    const all = [...strokesOf(path), stroke.current];
    stroke.current = null;
    change(pathThrough(all));
  };
  const erase = ({ detail }: MouseEvent): void => {
    change('');
    // A button that was pressed by a key disappears with the focus.
    if (detail === 0) setTimeout(() => typed.current?.focus());
  };
  const { name: named, defaultValue: _, maxLength: _length, ...others } = inputOf(input);
  const isDrawn = path !== '';
  return grouped(
    input,
    <>
      <div className={s('pad')}>
        <svg
          className={s('drawing')}
          viewBox={`0 0 ${area.width} ${area.height}`}
          role="img"
          aria-label={isDrawn ? drawn : empty}
          onPointerDown={draw}
          onPointerMove={draw}
          onPointerUp={lift}
          onPointerCancel={lift}
        >
          <path d={path} />
        </svg>
        {!isDrawn && (
          <span className={s('place')} aria-hidden="true">
            {empty}
          </span>
        )}
        <button type="button" className={s('clear')} disabled={!isDrawn} onClick={erase}>
          {clear}
        </button>
        {isDrawn && <input ref={control} type="hidden" name={named} value={drawingOf(path)} />}
      </div>
      <label className={s('typed', { state: isDrawn ? 'drawn' : undefined })} htmlFor={id}>
        {name}
        <input
          {...others}
          ref={typed}
          className={c('control')}
          name={isDrawn ? undefined : named}
          defaultValue={isPicture(written) ? '' : written}
          maxLength={longestName}
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint={input.last ? 'send' : 'next'}
        />
      </label>
    </>,
  );
}

const signature: FieldView = (input) => <Signature {...input} />;

Object.assign(looks, { signature });
