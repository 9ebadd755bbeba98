import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gridCoordinates } from './gridCoordinates';
import type { ImageItem } from '../imageItems';
import styles from './ImageGrid.module.css';
import { ImageTile } from './ImageTile';
import { useDragTexts } from './useImageTexts';
import type { ListingImages } from '../useListingImages';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

const DeleteImageDialog = lazyPart(
  () => import('./DeleteImageDialog').then((module) => module.DeleteImageDialog),
  overlay,
);

type ImageGridProps = {
  images: ListingImages;
  /** Called after the last image is gone, to move the focus. */
  onEmpty: () => void;
};

/** The images in their order, which users change by dragging, keyboard or buttons. */
export function ImageGrid({ images, onEmpty }: ImageGridProps) {
  const { t } = useTranslation('images');
  const { items } = images;
  const [itemToDelete, setItemToDelete] = useState<ImageItem>();
  const list = useRef<HTMLUListElement>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // With a delay, because a touch that moves at once scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: gridCoordinates }),
  );

  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const index = items.findIndex(({ key }) => key === over?.id);
    if (index >= 0 && active.id !== over?.id) images.move(String(active.id), index);
  };
  const remove = async (item: ImageItem) => {
    const index = items.indexOf(item);
    await images.remove(item.key);
    // The removed tile had the focus: it moves to the image at the same index.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const handles = list.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [];
      const next = handles[Math.min(index, handles.length - 1)];
      if (next) next.focus();
      else onEmpty();
    });
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={useDragTexts(items)}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={items.map(({ key }) => key)} strategy={rectSortingStrategy}>
        <ul ref={list} className={styles.grid} aria-label={t('list')}>
          {items.map((item, index) => (
            <ImageTile
              key={item.key}
              item={item}
              position={index + 1}
              total={items.length}
              onMove={(to) => images.move(item.key, to - 1)}
              onRotate={(direction) => void images.rotate(item.key, direction)}
              onDescribe={(description) => void images.describe(item.key, description)}
              onRetry={() => void images.retry(item.key)}
              onRemove={() => (item.kind === 'uploaded' ? setItemToDelete(item) : void remove(item))}
            />
          ))}
        </ul>
      </SortableContext>
      {itemToDelete && (
        <DeleteImageDialog
          onConfirm={() => {
            setItemToDelete(undefined);
            void remove(itemToDelete);
          }}
          onClose={() => setItemToDelete(undefined)}
        />
      )}
    </DndContext>
  );
}
