(** Mode [Memory] moves all cells of a full list when one element comes and goes, again and again (5.2; R6). *)
From Lists Require Import Revival.
From Lists.StableList Require Import Filling.

Section MemoryMode.
Context {E : Type} (e : E) (h : Z) (H : 0 < h).
Implicit Types (s : state E).

(** A full space of [8 h] cells, whose memory ends where it ends; the next id is [j]. *)
Definition at_the_brim s (j : Z) : Prop :=
  packed Memory h s (8 * h) /\ space_of s = 8 * h /\ next_id s = j /\ allocated s = 8 * h.

(** The addition doubles the space, and the removal halves it: each moves every cell. *)
Lemma round_moves s j : at_the_brim s j -> let (s', answers) := run stable_list s [Add e; Remove (8 * h, j)] in
  at_the_brim s' (j + 1) /\ moved (spent s') = moved (spent s) + 16 * h /\ issued answers = [(8 * h, j)].
Proof.
  intros (P & Z0 & N & A). destruct (packed_insert e P) as (s1 & I & (S1 & O1 & L1 & P1) & N1 & F1 & _ & G).
  destruct G as (Z1 & A1 & M1); [lia..|]. rewrite N in *. destruct (sane_thirds S1) as (q & q1 & q2 & h2 & T).
  pose proof (numbers T).
  assert (found s1 (8 * h, j) = Some e) as G by (rewrite F1; unfold with_entry; now rewrite same_refl).
  destruct (halved_once (8 * h, j) S1 G) as (_ & S3 & (O3 & N3 & _) & Z3 & L3 & R); rewrite ?(is_top T), ?O1;
    cbn [fst]; try easy; try lia.
  { unfold may_halve. destruct (filled_sizes Memory H) as [-> _]. rewrite Z1, !andb_true_iff, !Z.eqb_eq, Z.leb_le.
    Z.to_euclidean_division_equations. lia. }
  cbn [fst] in *. set (s2 := vacated s1 (8 * h)) in *. pose proof (halved_by_removal_fields s2) as (P3 & _ & _ & M3).
  assert (truncate (options s2) = Memory) as O2 by (change (options s2) with (options s1); now rewrite O1).
  destruct (sane_thirds S3) as (r & p1 & p2 & p3 & T3). pose proof (numbers T3).
  assert (can_halve (halved_by_removal s2) = false) as C.
  { unfold can_halve. rewrite (is_top T3). destruct (Z.eqb_spec (live p3) 0); [lia | reflexivity]. }
  cbn [run step]. assert (has_room s 1 = true) as ->.
  { destruct P as (_ & O & _). unfold has_room. now rewrite O. }
  rewrite I. specialize (R C). destruct (remove stable_list s1 (8 * h, j)) as [s3 x]. cbn [fst] in R. subst s3.
  cbn [fst snd]. split; [|split; [|reflexivity]].
  - split; [split; [exact S3|]; split; [rewrite O3; exact O1 | lia]|]. split; [lia|]. split; [rewrite N3; exact N1|].
    assert (allocated (halved_by_removal s2) = space_of (halved_by_removal s2)) as ->; [|lia].
    unfold halved_by_removal. now rewrite O2.
  - rewrite M3, O2. unfold opened_of at 1. rewrite <- P3. fold (opened_of (halved_by_removal s2)).
    change (moved (spent s2)) with (moved (spent s1)). lia.
Qed.

End MemoryMode.
