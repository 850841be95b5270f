//! A squarified treemap: rectangles whose areas are the values, as near to squares as they get.

/// A rectangle; the unit is that of the area to be filled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Divides a rectangle among values, the largest first. A value of 0 or less gets an empty rectangle.
pub fn squarified(values: &[f64], area: Rect) -> Vec<Rect> {
    let empty = Rect {
        width: 0.0,
        height: 0.0,
        ..area
    };
    let mut rects = vec![empty; values.len()];
    let mut order: Vec<usize> = (0..values.len()).collect();
    let value = |at: usize| {
        values
            .get(at)
            .copied()
            .filter(|v| v.is_finite() && *v > 0.0)
    };
    order.retain(|at| value(*at).is_some());
    order.sort_by(|a, b| {
        value(*b)
            .partial_cmp(&value(*a))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let sum: f64 = order.iter().filter_map(|at| value(*at)).sum();
    let scale = area.width * area.height / sum.max(f64::MIN_POSITIVE);
    let mut left = area;
    let mut rest = order.as_slice();
    while !rest.is_empty() {
        let short = left.width.min(left.height);
        let sizes: Vec<f64> = rest
            .iter()
            .filter_map(|at| value(*at))
            .map(|v| v * scale)
            .collect();
        let mut count = 1;
        while count < sizes.len() && worst(&sizes, count + 1, short) <= worst(&sizes, count, short)
        {
            count += 1;
        }
        let (row, behind) = rest.split_at(count);
        let row_area: f64 = sizes.iter().take(count).sum();
        place(&mut rects, row, &sizes, &mut left, row_area);
        rest = behind;
    }
    rects
}

/// The worst ratio of sides in a row of the first sizes along a side.
fn worst(sizes: &[f64], count: usize, side: f64) -> f64 {
    let row = sizes.iter().take(count);
    let sum: f64 = row.clone().sum();
    let (mut least, mut most) = (f64::MAX, 0.0_f64);
    for size in row {
        least = least.min(*size);
        most = most.max(*size);
    }
    let (side, sum) = (side * side, sum * sum);
    (side * most / sum).max(sum / (side * least))
}

/// Lays a row along the shorter side and takes it off what is left.
fn place(rects: &mut [Rect], row: &[usize], sizes: &[f64], left: &mut Rect, row_area: f64) {
    let is_column = left.width >= left.height;
    let side = if is_column { left.height } else { left.width };
    let depth = row_area / side.max(f64::MIN_POSITIVE);
    let mut along = 0.0;
    for (at, size) in row.iter().zip(sizes) {
        let length = size / depth.max(f64::MIN_POSITIVE);
        let rect = match is_column {
            true => Rect {
                x: left.x,
                y: left.y + along,
                width: depth,
                height: length,
            },
            false => Rect {
                x: left.x + along,
                y: left.y,
                width: length,
                height: depth,
            },
        };
        along += length;
        if let Some(placed) = rects.get_mut(*at) {
            *placed = rect;
        }
    }
    if is_column {
        left.x += depth;
        left.width = (left.width - depth).max(0.0);
    } else {
        left.y += depth;
        left.height = (left.height - depth).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect {
        x: 0.0,
        y: 0.0,
        width: 600.0,
        height: 400.0,
    };

    #[test]
    fn areas_are_the_values_and_fill_the_rectangle() {
        let values = [6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0, 0.0, f64::NAN];
        let rects = squarified(&values, AREA);
        let area = |r: &Rect| r.width * r.height;
        for (value, rect) in values.iter().zip(&rects) {
            let expected = if value.is_nan() {
                0.0
            } else {
                value / 24.0 * 240_000.0
            };
            assert!((area(rect) - expected).abs() < 1.0, "{value}: {rect:?}");
            assert!(rect.x >= -0.01 && rect.x + rect.width <= 600.01, "{rect:?}");
            assert!(
                rect.y >= -0.01 && rect.y + rect.height <= 400.01,
                "{rect:?}"
            );
        }
        let overlap = |a: &Rect, b: &Rect| {
            a.x + a.width > b.x + 0.01
                && b.x + b.width > a.x + 0.01
                && a.y + a.height > b.y + 0.01
                && b.y + b.height > a.y + 0.01
        };
        for (at, a) in rects.iter().enumerate() {
            assert!(!rects[at + 1..].iter().any(|b| overlap(a, b)), "{a:?}");
        }
    }

    #[test]
    fn nothing_needs_no_place() {
        assert!(squarified(&[], AREA).is_empty());
        assert_eq!(squarified(&[5.0], AREA), [AREA]);
    }
}
