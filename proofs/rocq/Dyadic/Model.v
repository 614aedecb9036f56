(** A dyadic list: blocks [0, m), [m, 2m), [2m, 4m) and so on, each with its own free list, which is never split.

    m is the least space. The first block is the base, the last one the top. The rest is what all lists with partitions
    do ([Container]). *)
From Lists Require Export Container.

Section Dyadic.
Context {E : Type}.
Implicit Types s : state E.

(** Blocks, each as long as all before it, until there is the wanted space; the fuel suffices. *)
Fixpoint blocks (fuel : nat) (space wanted : Z) : list partition :=
  match fuel with
  | O => []
  | S n => if space <? wanted then empty space space :: blocks n (2 * space) wanted else []
  end.
Definition base_and_blocks (p : parameters) (wanted : Z) : list partition :=
  empty 0 (least_space p) :: blocks (Z.to_nat (Z.log2_up wanted)) (least_space p) wanted.

(** One block more, as long as all others together; no other block changes (R3). *)
Definition one_block_more s : state E :=
  let space := space_of s in
  let moves := if allocated s <? 2 * space then opened_of s else 0 in
  State (options s) (Z.max (allocated s) (2 * space)) (next_id s) (contents s)
    (partitions s ++ [empty space space]) (moving moves (spent s)).

(** The blocks up to the last one that has an element. *)
Fixpoint up_to_last_live (ps : list partition) : list partition :=
  match ps with
  | [] => []
  | p :: rest =>
      match up_to_last_live rest with
      | [] => if live p =? 0 then [] else [p]
      | kept => p :: kept
      end
  end.

(** Without the empty blocks at the top, but never without the base; no free list is visited (R4, R5). *)
Definition without_empty_tops s : state E :=
  match partitions s with
  | [] => s
  | base :: rest =>
      let kept := base :: up_to_last_live rest in
      let cut := Z.max 0 (opened_of s - sum size kept) in
      State (options s) (allocated s) (next_id s) (without (contents s) (positions (Z.to_nat cut) (sum size kept)))
        kept (dropping cut (spent s))
  end.

(** A removal that empties the top block drops it, and those below that are empty, too;
  [Memory] reallocates once (R6). *)
Definition truncated_blocks s : state E :=
  let after := without_empty_tops s in
  match truncate (options s) with
  | Never => s
  | Iteration => after
  | Memory => if space_of after <? space_of s then reallocated after else after
  end.

Definition dyadic : design E := Design base_and_blocks one_block_more truncated_blocks without_empty_tops.

End Dyadic.
